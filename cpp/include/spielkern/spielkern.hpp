#pragma once

// Everything. Include single headers instead where compile time matters.

#include "spielkern/core/batch.hpp"
#include "spielkern/core/perft.hpp"
#include "spielkern/core/playout.hpp"
#include "spielkern/core/reachable_space.hpp"
#include "spielkern/core/table_file.hpp"
#include "spielkern/game_list.hpp"
#include "spielkern/games/crazy10s/ranked_actions.hpp"
#include "spielkern/search/ledger.hpp"
#include "spielkern/search/net_search.hpp"
#include "spielkern/search/split_proofs.hpp"
#include "spielkern/search/win_analysis.hpp"
#include "spielkern/solve/game_solution.hpp"
#include "spielkern/solve/grundy.hpp"
