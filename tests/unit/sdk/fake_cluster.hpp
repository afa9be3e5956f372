// <berth/testing.h> under the name that it had here.
#pragma once

#include <berth/testing.h>
