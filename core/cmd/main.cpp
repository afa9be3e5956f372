#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "core/cmd/run_command.hpp"

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    try {
        return berth::cmd::run_command(std::vector<std::string>(argv + 1, argv + argc), std::cout,
                                       std::cerr);
    } catch (const std::exception& error) {
        std::cerr << "berth: " << error.what() << '\n';
        return 70;
    }
}
