// A certificate that we make for ourselves, as kube-scheduler does where none is given. Any thread.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace berth::serve {

struct Certificate {
    std::string certificate, key;  // PEM
};

// For localhost and 127.0.0.1, valid for a year, on an elliptic curve (P-256).
[[nodiscard]] base::Result<Certificate> make_certificate(const std::string& common_name);

}  // namespace berth::serve
