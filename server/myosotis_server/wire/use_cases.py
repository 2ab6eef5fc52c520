"""What the services on the wire call, and for whom."""

from dataclasses import dataclass

from myosotis_server.service.accounts import Accounts
from myosotis_server.service.append_turns import AppendTurns
from myosotis_server.service.backup import Backup
from myosotis_server.service.browse import Browse
from myosotis_server.service.clearing import Clearing
from myosotis_server.service.closing import Closing
from myosotis_server.service.context import GetContext
from myosotis_server.service.forget import Forget
from myosotis_server.service.maintain import Maintain
from myosotis_server.service.moods import Moods
from myosotis_server.service.profile import GetProfile
from myosotis_server.service.recall import Recall
from myosotis_server.service.reembed import Reembed
from myosotis_server.service.relate import Relate
from myosotis_server.service.remember import Remember
from myosotis_server.service.revise import Revise
from myosotis_server.service.rotate_key import RotateKey
from myosotis_server.service.sessions import Sessions
from myosotis_server.service.transfer import Transfer
from myosotis_server.service.watch import Watch


@dataclass(frozen=True, slots=True)
class UseCases:
    clearing: Clearing
    append_turns: AppendTurns
    context: GetContext
    closing: Closing
    sessions: Sessions
    moods: Moods
    profile: GetProfile
    watch: Watch
    remember: Remember
    recall: Recall
    forget: Forget
    browse: Browse
    revise: Revise
    transfer: Transfer
    relate: Relate
    maintain: Maintain
    backup: Backup
    rotate_key: RotateKey
    accounts: Accounts
    reembed: Reembed
