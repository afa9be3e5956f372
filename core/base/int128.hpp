// Int128: 128-bit integers, an extension that both of our compilers have. Plain values.
#pragma once

namespace berth::base {

__extension__ typedef __int128 Int128;

}  // namespace berth::base
