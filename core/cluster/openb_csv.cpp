#include "core/cluster/openb_csv.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/model/text/json_text.hpp"

namespace berth::cluster {
namespace {

using base::Error;

// A table in a file: a header line, then rows of the same number of fields. No quoting.
struct Table {
    std::map<std::string, std::size_t, std::less<>> columns;
    struct Row {
        std::uint32_t line;
        std::vector<std::string> fields;
    };
    std::vector<Row> rows;
};

std::vector<std::string> split(const std::string& line, char separator) {
    std::vector<std::string> out;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = line.find(separator, begin);
        out.push_back(line.substr(begin, end == std::string::npos ? end : end - begin));
    }
    return out;
}

class Reader {
public:
    Reader(const std::string& path, model::Decoded& out) : path_(path), out_(out) {}

    void fail(std::uint32_t line, std::string_view field, std::string text) {
        Error error;
        error.file = path_;
        error.line = line;
        error.field = field;
        error.text = std::move(text);
        out_.errors.push_back(std::move(error));
    }

    std::optional<Table> read(const std::vector<std::string_view>& needed) {
        std::ifstream file(path_);
        if (!file) {
            fail(0, "", fmt::format("cannot be read: {}", std::strerror(errno)));
            return {};
        }
        Table table;
        std::string line;
        for (std::uint32_t number = 1; std::getline(file, line); ++number) {
            if (!line.empty() && line.back() == '\r') {
                line.pop_back();
            }
            if (number == 1) {
                const auto names = split(line, ',');
                for (std::size_t i = 0; i < names.size(); ++i) {
                    table.columns.emplace(names[i], i);
                }
            } else if (!line.empty()) {
                add_row(number, split(line, ','), table);
            }
        }
        if (file.bad()) {
            fail(0, "", fmt::format("cannot be read: {}", std::strerror(errno)));
            return {};
        }
        for (const std::string_view column : needed) {
            if (!table.columns.contains(column)) {
                fail(1, "", fmt::format("has no column {}", column));
                return {};
            }
        }
        return table;
    }

    // The text of a field; empty where the column is missing.
    static std::string_view text(const Table& table, const Table::Row& row,
                                 std::string_view column) {
        const auto at = table.columns.find(column);
        return at == table.columns.end() ? std::string_view() : row.fields[at->second];
    }

    // A number of at least 0; an empty field is 0.
    std::int64_t number(const Table& table, const Table::Row& row, std::string_view column) {
        const std::string_view digits = text(table, row, column);
        std::int64_t value = 0;
        const auto [end, failure] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (!digits.empty() &&
            (failure != std::errc() || end != digits.data() + digits.size() || value < 0)) {
            fail(row.line, column,
                 fmt::format("expected a whole number of at least 0, found \"{}\"", digits));
            return 0;
        }
        return value;
    }

private:
    void add_row(std::uint32_t line, std::vector<std::string> fields, Table& table) {
        if (fields.size() != table.columns.size()) {
            fail(line, "",
                 fmt::format("expected {} fields, found {}", table.columns.size(), fields.size()));
            return;
        }
        table.rows.push_back({line, std::move(fields)});
    }

    const std::string& path_;
    model::Decoded& out_;
};

std::string quoted(std::string_view text) {
    std::string out;
    model::append_json_string(text, out);
    return out;
}

std::string node_json(Reader& reader, const Table& table, const Table::Row& row) {
    const std::string name = quoted(Reader::text(table, row, "sn"));
    std::string labels = fmt::format("\"kubernetes.io/hostname\":{}", name);
    if (const auto model = Reader::text(table, row, "model"); !model.empty()) {
        labels += fmt::format(",\"gpu-model\":{}", quoted(model));
    }
    std::string capacity = fmt::format("\"cpu\":\"{}m\",\"memory\":\"{}Mi\",\"pods\":\"110\"",
                                       reader.number(table, row, "cpu_milli"),
                                       reader.number(table, row, "memory_mib"));
    if (const auto gpus = reader.number(table, row, "gpu"); gpus > 0) {
        capacity += fmt::format(",\"nvidia.com/gpu\":\"{}\"", gpus);
    }
    return fmt::format(
        R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":{},"labels":{{{}}}}},"status":{{"capacity":{{{}}}}}}})",
        name, labels, capacity);
}

std::string affinity_json(std::string_view wanted) {
    std::string models;
    for (const std::string& model : split(std::string(wanted), '|')) {
        if (!model.empty()) {
            models += (models.empty() ? "" : ",") + quoted(model);
        }
    }
    if (models.empty()) {
        return {};
    }
    return fmt::format(
        R"("affinity":{{"nodeAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":{{"nodeSelectorTerms":[{{"matchExpressions":[{{"key":"gpu-model","operator":"In","values":[{}]}}]}}]}}}}}},)",
        models);
}

std::string pod_json(Reader& reader, const Table& table, const Table::Row& row) {
    std::string requests =
        fmt::format("\"cpu\":\"{}m\",\"memory\":\"{}Mi\"", reader.number(table, row, "cpu_milli"),
                    reader.number(table, row, "memory_mib"));
    std::string limits;
    if (const auto gpus = reader.number(table, row, "num_gpu"); gpus > 0) {
        requests += fmt::format(",\"nvidia.com/gpu\":\"{}\"", gpus);
        limits = fmt::format(",\"limits\":{{\"nvidia.com/gpu\":\"{}\"}}", gpus);
    }
    return fmt::format(
        R"({{"apiVersion":"v1","kind":"Pod","metadata":{{"name":{}}},"spec":{{{}"containers":[{{"name":"main","image":"job","resources":{{"requests":{{{}}}{}}}}}]}}}})",
        quoted(Reader::text(table, row, "name")),
        affinity_json(Reader::text(table, row, "gpu_spec")), requests, limits);
}

struct JsonOfRow {
    std::int64_t created = 0;
    std::uint32_t line = 0;
    std::string text;
};

void decode_all(const std::vector<JsonOfRow>& rows, const std::string& path, model::Pools& pools,
                model::Decoded& out) {
    for (const JsonOfRow& row : rows) {
        model::Decoded one = model::decode_text(row.text, path, pools);
        for (model::Origin& origin : one.origins) {
            origin.line = row.line;
        }
        model::append(std::move(one), out);
    }
}

}  // namespace

model::Decoded read_nodes_csv(const std::string& path, model::Pools& pools) {
    model::Decoded out;
    Reader reader(path, out);
    if (const auto table = reader.read({"sn", "cpu_milli", "memory_mib", "gpu", "model"})) {
        std::vector<JsonOfRow> nodes;
        for (const Table::Row& row : table->rows) {
            const std::size_t wrong = out.errors.size();
            std::string object = node_json(reader, *table, row);
            if (out.errors.size() == wrong) {
                nodes.push_back({0, row.line, std::move(object)});
            }
        }
        decode_all(nodes, path, pools, out);
    }
    return out;
}

model::Decoded read_pods_csv(const std::string& path, model::Pools& pools) {
    model::Decoded out;
    Reader reader(path, out);
    if (const auto table = reader.read({"name", "cpu_milli", "memory_mib", "num_gpu"})) {
        std::vector<JsonOfRow> pods;
        for (const Table::Row& row : table->rows) {
            const std::size_t wrong = out.errors.size();
            const std::int64_t created = reader.number(*table, row, "creation_time");
            std::string object = pod_json(reader, *table, row);
            if (out.errors.size() == wrong) {
                pods.push_back({created, row.line, std::move(object)});
            }
        }
        std::stable_sort(pods.begin(), pods.end(),
                         [](const auto& a, const auto& b) { return a.created < b.created; });
        decode_all(pods, path, pools, out);
    }
    return out;
}

}  // namespace berth::cluster
