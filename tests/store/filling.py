"""Something of a user in every database, so that none is forgotten by what walks through all."""

from myosotis_server.adapters.lmdb_records import LmdbStore
from myosotis_server.memory.ports import Access
from myosotis_server.memory.values import Owner
from ports.builders import NOW, memory, reference, rows_for, said
from ports.edge_builders import entity, mention
from ports.store_use import an_answer, forget_turns, head_of, put

CONTENT = "我每周二在静安寺学画画"


def fill(store: LmdbStore, owner: Owner) -> None:
    """Puts something of the user into every database."""
    kept, second = memory(CONTENT), memory("second")
    turns = [said(CONTENT), said("a second line")]
    put(
        store,
        kept,
        second,
        owner=owner,
        request_id="r",
        answer=an_answer(),
        turns=turns,
        unread=[reference(turns[0])],
        related=[mention(kept, entity("外婆")), mention(kept, entity("巧克力"))],
    )
    forget_turns(store, turns[1], owner=owner)
    store.note_accesses([Access(owner, kept.memory_id, 1, NOW)]).result(10)
    rows = rows_for([kept, second], dimension=24)
    store.stage_rows(owner, head_of(store, owner), "another model", rows).result(10)
