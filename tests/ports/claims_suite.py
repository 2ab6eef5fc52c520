"""What claims must be. Subclass with a `claims` fixture."""

import contextlib
import threading

from myosotis_server.memory.ports import Claims
from ports.builders import ALICE, BOB


class ClaimsSuite:
    def test_work_must_be_ones_at_a_time(self, claims: Claims) -> None:
        with claims.take("upkeep") as first, claims.take("upkeep") as second:
            assert (first, second) == (True, False)

    def test_one_who_got_nothing_lets_go_of_nothing(self, claims: Claims) -> None:
        with claims.take("upkeep"):
            with claims.take("upkeep"):
                pass
            with claims.take("upkeep") as third:
                assert not third

    def test_it_is_free_again_afterwards_however_that_ended(self, claims: Claims) -> None:
        with contextlib.suppress(ValueError), claims.take("upkeep"):
            raise ValueError
        with claims.take("upkeep") as again:
            assert again

    def test_other_work_and_other_users_are_free(self, claims: Claims) -> None:
        with (
            claims.take("read", ALICE) as first,
            claims.take("read", BOB) as other_user,
            claims.take("review", ALICE) as other_work,
            claims.take("read") as at_large,
        ):
            assert first
            assert other_user
            assert other_work
            assert at_large

    def test_of_many_threads_one_gets_it(self, claims: Claims) -> None:
        everyone, answers = threading.Barrier(8), []

        def take() -> None:
            everyone.wait()
            with claims.take("read", ALICE) as is_taken:
                answers.append(is_taken)
                everyone.wait()

        threads = [threading.Thread(target=take) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [False] * 7 + [True]
