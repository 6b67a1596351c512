# SPDX-License-Identifier: Apache-2.0
import pytest

from spillway_bench import stats


def test_the_ratio_of_constant_times_is_exact():
    ratio = stats.ratio([20.0, 20.0, 20.0], [10.0, 10.0, 10.0])
    assert (ratio.value, ratio.low, ratio.high) == pytest.approx((2.0, 2.0, 2.0))


def test_a_slow_round_cancels_out():
    assert stats.ratio([2, 4, 20], [1, 2, 10]).high == pytest.approx(2.0)


def test_the_interval_covers_the_ratio_and_widens_with_noise():
    quiet, noisy = stats.ratio([2.0, 2.1, 1.9], [1, 1, 1]), stats.ratio([1.0, 3.0, 2.0], [1, 1, 1])
    assert quiet.low < quiet.value < quiet.high
    assert noisy.high - noisy.low > quiet.high - quiet.low


def test_one_pair_has_no_interval_and_none_has_no_ratio():
    assert stats.ratio([3.0], [2.0]).low is None
    assert stats.ratio([], []) is None


def test_the_slope_needs_two_sizes():
    assert stats.slope([1, 2, 4], [0.1, 0.2, 0.4]) == pytest.approx(0.1)
    assert stats.slope([1, 1], [0.1, 0.2]) is None


def test_a_bootstrap_interval_covers_the_ratio_stays_within_the_pairs_and_is_the_same_each_time():
    found = stats.bootstrap([2.0, 2.4, 1.8, 2.2, 2.0], [1, 1, 1, 1, 1])
    assert 1.8 <= found.low < found.value < found.high <= 2.4 and found.pairs == 5
    assert found == stats.bootstrap([2.0, 2.4, 1.8, 2.2, 2.0], [1, 1, 1, 1, 1])
    assert stats.bootstrap([3.0], [2.0]).low is None and stats.bootstrap([], []) is None
