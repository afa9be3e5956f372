package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"berth.dev/oracle/cluster"
)

// answerBatch reads lines of "OBJECTS<tab>CONFIG<tab>ANSWERS" and judges one scenario after the
// other in this process; CONFIG may be empty. It writes the answers to the file ANSWERS, and to out
// a line "ok" or "failed: WHY" for each, in order.
func answerBatch(in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		words := strings.Split(lines.Text(), "\t")
		if len(words) != 3 {
			cluster.Check(fmt.Errorf("a line has %d words, not 3: %q", len(words), lines.Text()))
		}
		said := "ok"
		if err := answerInto(words[0], words[1], words[2]); err != nil {
			said = "failed: " + strings.ReplaceAll(err.Error(), "\n", " ")
		}
		fmt.Fprintln(out, said)
	}
	cluster.Check(lines.Err())
}

func answerInto(objects, cfgPath, path string) (err error) {
	defer func(old func(error)) { cluster.Fail = old }(cluster.Fail)
	cluster.Fail = func(err error) { panic(err) }
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
	out := encoder(file)
	answerAll(cfgPath, []string{objects}, func(a *answer) { cluster.Check(out.Encode(a)) })
	return nil
}
