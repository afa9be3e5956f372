// The forms of a report.
#include "core/check/print.hpp"

#include <doctest/doctest.h>

namespace {

namespace check = berth::check;

check::Report report() {
    check::Report out;
    out.file = "a.so";
    out.rows = {{"", "file/fits-here", "fits", {check::Result::kPassed, ""}, {}},
                {"Odd", "filter/quick", "is quick", {check::Result::kFailed, "<slow> & \"x\""}, {}},
                {"Odd", "score/any-size", "sizes", {check::Result::kSkipped, "no score"}, {}}};
    out.passed = out.failed = out.skipped = 1;
    return out;
}

TEST_CASE("check report: as text failures, or all") {
    CHECK(check::to_text(report(), false) ==
          "FAILED  Odd filter/quick: is quick\n        <slow> & \"x\"\n"
          "a.so: 1 passed, 1 failed, 1 not applicable\n");
    CHECK(check::to_text(report(), true).find("passed  file/fits-here: fits\n") == 0);
}

TEST_CASE("check report: as JUnit") {
    const std::string xml = check::to_junit(report());
    CHECK(xml.find("tests=\"3\" failures=\"1\" skipped=\"1\"") != std::string::npos);
    CHECK(xml.find("<testsuite name=\"a.so\">") != std::string::npos);
    CHECK(xml.find("<failure message=\"&lt;slow&gt; &amp; &quot;x&quot;\"/>") != std::string::npos);
}

TEST_CASE("check report: as JSON") {
    const std::string json = check::to_json(report());
    CHECK(json.find(
              R"("plugin":"Odd","name":"filter/quick","purpose":"is quick","result":"failed")") !=
          std::string::npos);
    CHECK(json.find(R"("passed":1,"failed":1,"skipped":1})") != std::string::npos);
}

}  // namespace
