/* Words as numbers: look a key up once, compare numbers afterwards. */
#ifndef BERTH_HOST_SYMBOLS_H
#define BERTH_HOST_SYMBOLS_H

#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_SYMBOLS_V1 "berth.host.symbols/1"

/* table */
typedef struct berth_symbols_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* The symbol of a text; makes one where there is none. It holds as long as the instance.
     * Thread: [any].
     * Owner: the host copies text.
     * Null: an empty text is symbol 0.
     * Returns: the symbol. */
    berth_symbol (*intern)(const berth_host *host, berth_str text);

    /* The text of a symbol.
     * Thread: [any].
     * Owner: the host; valid as long as the instance.
     * Null: an unknown symbol gives an empty text.
     * Returns: the text. */
    berth_str (*text)(const berth_host *host, berth_symbol symbol);
} berth_symbols_v1;

#ifdef __cplusplus
}
#endif
#endif
