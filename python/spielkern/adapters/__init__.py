"""What spielkern is to programs that know nothing of it, and they to spielkern: each module is one way to meet.

`pettingzoo` and `openspiel` need the frameworks of these names, which `pip install 'spielkern[frameworks]'` installs:

    from spielkern.adapters import pettingzoo     # pettingzoo.env("ten"): an AEC environment with action masks
    from spielkern.adapters import openspiel      # pyspiel.load_game("spielkern_ten") works from then on
"""
