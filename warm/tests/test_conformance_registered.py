# SPDX-License-Identifier: Apache-2.0
"""What programs register with the JDK's other modules, or start there, is not there in the next run."""
import pytest

from served import warm_turns

PLAIN = [((), ())]


@pytest.mark.parametrize("main,turns", [
    ("Registered$Drivers", PLAIN), ("Registered$LogFile", PLAIN), ("Registered$Xml", PLAIN), ("Registered$Http", PLAIN), ("Registered$Rmi", PLAIN), ("Registered$Timers", PLAIN),
    ("Registered$Prefs", [((), ["-Djava.util.prefs.userRoot=."])]),
], ids=str)
def test_a_registration_ends_with_its_run(served, main, turns):
    warm_turns(served, main, turns, options_of_server=turns[0][1])
