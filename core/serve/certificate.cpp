#include "core/serve/certificate.hpp"

#include <memory>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

namespace berth::serve {
namespace {

constexpr long kYear = 365L * 24 * 3600;

template <auto Free>
struct Deleter {
    template <typename T>
    void operator()(T* object) const {
        Free(object);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using X509Ref = std::unique_ptr<X509, Deleter<X509_free>>;
using Memory = std::unique_ptr<BIO, Deleter<BIO_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Deleter<X509_EXTENSION_free>>;

void add_extension(X509* certificate, int what, const char* value) {
    const Extension extension(X509V3_EXT_conf_nid(nullptr, nullptr, what, value));
    if (extension != nullptr) {
        X509_add_ext(certificate, extension.get(), -1);
    }
}

bool fill(X509* certificate, EVP_PKEY* key, const std::string& common_name) {
    std::uint32_t serial = 0;
    if (RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof(serial)) != 1) {
        return false;
    }
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), static_cast<long>(serial));
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), kYear);
    X509_set_pubkey(certificate, key);
    X509_NAME* const name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(common_name.c_str()), -1, -1,
                               0);
    X509_set_issuer_name(certificate, name);
    add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    add_extension(certificate, NID_ext_key_usage, "serverAuth");
    add_extension(certificate, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1");
    return X509_sign(certificate, key, EVP_sha256()) > 0;
}

std::string text_of(BIO* memory) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    return {data, static_cast<std::size_t>(size)};
}

}  // namespace

base::Result<Certificate> make_certificate(const std::string& common_name) {
    const Key key(EVP_EC_gen("P-256"));
    const X509Ref certificate(X509_new());
    const Memory certificate_text(BIO_new(BIO_s_mem()));
    const Memory key_text(BIO_new(BIO_s_mem()));
    if (key == nullptr || certificate == nullptr ||
        !fill(certificate.get(), key.get(), common_name) ||
        PEM_write_bio_X509(certificate_text.get(), certificate.get()) != 1 ||
        PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                 nullptr) != 1) {
        return base::fail(base::ErrorCode::kInternal, "OpenSSL cannot make a certificate");
    }
    return Certificate{text_of(certificate_text.get()), text_of(key_text.get())};
}

}  // namespace berth::serve
