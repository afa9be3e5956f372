package cluster

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// Encoder writes one JSON object a line.
func Encoder(w io.Writer) *json.Encoder {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return out
}

// Batch reads lines of "OBJECTS<tab>CONFIG<tab>ANSWERS" and has each scenario answered in this
// process, one after the other; CONFIG may be empty. The answers go to the file ANSWERS, and to out
// a line "ok" or "failed: WHY" for each, in order.
func Batch(in io.Reader, out io.Writer, answer func(objects, config string, to *json.Encoder)) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		words := strings.Split(lines.Text(), "\t")
		if len(words) != 3 {
			Check(fmt.Errorf("a line has %d words, not 3: %q", len(words), lines.Text()))
		}
		said := "ok"
		if err := answerInto(words[0], words[1], words[2], answer); err != nil {
			said = "failed: " + strings.ReplaceAll(err.Error(), "\n", " ")
		}
		fmt.Fprintln(out, said)
	}
	Check(lines.Err())
}

func answerInto(objects, config, path string, answer func(objects, config string, to *json.Encoder)) (err error) {
	defer func(old func(error)) { Fail = old }(Fail)
	Fail = func(err error) { panic(err) }
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	answer(objects, config, Encoder(file))
	return nil
}
