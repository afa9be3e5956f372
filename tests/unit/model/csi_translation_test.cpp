#include "core/model/csi_translation.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/model/decode.hpp"
#include "core/model/pools.hpp"
#include "core/model/words.hpp"

namespace berth::model {

namespace {

struct World {
    base::SymbolTable symbols{first_words()};
    Pools pools{symbols};

    Ptr<PersistentVolume> volume(const std::string& meta, const std::string& spec) {
        Decoded decoded =
            decode_text("{apiVersion: v1, kind: PersistentVolume, metadata: {name: v" + meta +
                            "}, spec: {" + spec + "}}",
                        "test", pools);
        REQUIRE(decoded.errors.empty());
        return as<PersistentVolume>(finish(std::move(decoded.objects.front()), pools));
    }
    // "key=a,b key=c | key=d", a term after each bar; "-": any node.
    std::string affinity(const PersistentVolume& volume) {
        const auto selector = translated_node_affinity(volume, symbols);
        if (!selector) {
            return "-";
        }
        std::string out;
        for (const NodeSelectorTerm& term : selector->terms) {
            out += out.empty() ? "" : " |";
            for (const SelectorRequirement& one : term.match_expressions) {
                out += (out.empty() ? "" : " ") + std::string(symbols.text(one.key)) + "=";
                for (const std::string& value : one.values) {
                    out += value + ",";
                }
            }
        }
        return out;
    }
};

}  // namespace

TEST_CASE("csi translation: handles of volumes") {
    struct Case {
        std::string name, meta, spec, handle, error;
    };
    const Case cases[] = {
        {"ebs by its id", "", "awsElasticBlockStore: {volumeID: vol-1}", "vol-1", ""},
        {"ebs with a zone", "", "awsElasticBlockStore: {volumeID: 'aws://us-east-1a/vol-1'}",
         "vol-1", ""},
        {"ebs without a zone", "", "awsElasticBlockStore: {volumeID: 'aws:///vol-1'}", "vol-1", ""},
        {"ebs that is none", "", "awsElasticBlockStore: {volumeID: 'aws://z/disk'}", "",
         "failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume "
         "(aws://z/disk)"},
        {"gce without a zone", "", "gcePersistentDisk: {pdName: d}",
         "projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d", ""},
        {"gce in a zone", ", labels: {topology.kubernetes.io/zone: us-east1-b}",
         "gcePersistentDisk: {pdName: d}", "projects/UNSPECIFIED/zones/us-east1-b/disks/d", ""},
        {"gce in a region", ", labels: {topology.kubernetes.io/zone: us-east1-b__us-east1-c}",
         "gcePersistentDisk: {pdName: d}", "projects/UNSPECIFIED/regions/us-east1/disks/d", ""},
        {"gce in two regions", ", labels: {topology.kubernetes.io/zone: us-east1-b__us-west1-c}",
         "gcePersistentDisk: {pdName: d}", "",
         "failed to get region from zones: multiple or no regions gotten from zones, got: "
         "map[us-east1:{} us-west1:{}]"},
        {"azure", "", "azureDisk: {diskURI: /d, diskName: d, kind: managed}", "/d", ""},
        {"azure of another kind", "", "azureDisk: {diskURI: /d, diskName: d, kind: Shared}", "",
         "kind(Shared) is not supported in csi migration"},
        {"cinder", "", "cinder: {volumeID: c}", "c", ""},
        {"portworx", "", "portworxVolume: {volumeID: p}", "p", ""},
    };
    for (const Case& row : cases) {
        CAPTURE(row.name);
        World world;
        const auto volume = world.volume(row.meta, row.spec);
        REQUIRE(in_tree_plugin(volume->source.kind) != nullptr);
        const Translation made = translate(*volume, world.symbols);
        CHECK(made.handle == row.handle);
        CHECK(made.error == row.error);
    }
}

TEST_CASE("csi translation: node affinity in the driver's words") {
    const std::string ebs = "awsElasticBlockStore: {volumeID: vol-1}";
    const auto with_term = [&](const std::string& key, const std::string& value) {
        return ebs +
               ", nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: " + key +
               ", operator: In, values: [" + value + "]}]}]}}";
    };
    struct Case {
        std::string name, meta, spec, affinity;
    };
    const Case cases[] = {
        {"nothing said", "", ebs, "-"},
        {"a zone label", ", labels: {topology.kubernetes.io/zone: 'b__a'}", ebs,
         "topology.ebs.csi.aws.com/zone=a,b,"},
        {"a zone label in the old words", ", labels: {failure-domain.beta.kubernetes.io/zone: a}",
         ebs, "topology.ebs.csi.aws.com/zone=a,"},
        {"a term", ", labels: {topology.kubernetes.io/zone: b}",
         with_term("topology.kubernetes.io/zone", "a"), "topology.ebs.csi.aws.com/zone=a,"},
        {"an old region", "",
         ebs + ", nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: "
               "failure-domain.beta.kubernetes.io/zone, operator: In, values: [a]}, {key: "
               "failure-domain.beta.kubernetes.io/region, operator: In, values: [r]}]}]}}",
         "topology.ebs.csi.aws.com/zone=a, topology.kubernetes.io/region=r,"},
        {"another key and a label", ", labels: {topology.kubernetes.io/zone: b}",
         with_term("disk", "fast"), "disk=fast, topology.ebs.csi.aws.com/zone=b,"},
        {"a disk without topology", ", labels: {topology.kubernetes.io/zone: b}",
         "azureDisk: {diskURI: /d}", "-"},
    };
    for (const Case& row : cases) {
        CAPTURE(row.name);
        World world;
        CHECK(world.affinity(*world.volume(row.meta, row.spec)) == row.affinity);
    }
}

}  // namespace berth::model
