package xnl_test

import (
	"errors"
	"fmt"

	"eidolon/xnl"
)

func ExampleParse() {
	doc, err := xnl.Parse([]byte(`
		<tool { namespace = "SysBuiltIn" name = "bash" main = command }>
		<note #end>
		Text stands <raw>, until its closer.
		</#end>`), xnl.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	name, _ := doc.Nodes[0].Attrs.Get("name")
	fmt.Println(doc.Nodes[0].Tag, name)
	fmt.Print(doc.Nodes[1].Text.Value)
	// Output:
	// tool bash
	// Text stands <raw>, until its closer.
}

func ExampleSyntaxError() {
	_, err := xnl.Parse([]byte("<tool {\n  name \"bash\"\n}>"), xnl.Options{})
	fmt.Println(err)
	_, err = xnl.Parse([]byte("<tool { name = "), xnl.Options{})
	var syntax *xnl.SyntaxError
	fmt.Println(errors.As(err, &syntax) && syntax.Incomplete())
	// Output:
	// UNEXPECTED_TOKEN at 2:8 in <tool>: expected '=' after the key
	// true
}

func ExampleFormat() {
	out, err := xnl.Format(&xnl.Element{
		Tag:   "tool",
		Attrs: xnl.NewMap(xnl.Entry{Key: "name", Value: xnl.String("bash")}),
		Ext: []*xnl.Element{
			{Tag: "demo", Text: &xnl.Text{Value: "ls -la"}},
		},
	}, xnl.Layout{Pretty: true})
	fmt.Println(string(out), err)
	// Output:
	// <tool {
	//   name = "bash"
	// } (
	//   <demo #m>ls -la</#m>
	// )> <nil>
}

func ExampleScanner() {
	s := xnl.NewScanner(xnl.ScanOptions{
		MainParam: func(tool string) (string, bool) { return "content", tool == "SysBuiltIn.write_file" },
	})
	show := func(e xnl.Event) {
		switch e.Kind {
		case xnl.EventText:
			fmt.Printf("text  %q\n", e.Text)
		case xnl.EventBody:
			fmt.Printf("body  %q\n", e.Text)
		case xnl.EventCall:
			args, _ := e.Args.MarshalJSON()
			fmt.Printf("call  %s %s %s\n", e.ID, e.Name, args)
		case xnl.EventBlockEnd:
			fmt.Println("run  ", e.Calls)
		}
	}
	for _, piece := range []string{
		"I will write it.\n!unqu", "ote_start\n<tool_call SysBuiltIn.write_file #w { path = \"a.txt\" } #end>\nhe",
		"llo\n</#e", "nd>\n!unquote_end\nDo", "ne.",
	} {
		s.Write([]byte(piece), show)
	}
	s.Close(show)
	// Output:
	// text  "I will write it.\n"
	// body  "he"
	// body  "llo\n"
	// call  w SysBuiltIn.write_file {"path":"a.txt","content":"hello\n"}
	// run   [w]
	// text  "Do"
	// text  "ne."
}

func ExampleReadJSCall() {
	call, err := xnl.ReadJSCall([]byte("await SysBuiltIn.read_file({ path: 'a.txt', startLine: 1 });"))
	args, _ := call.Args.MarshalJSON()
	fmt.Println(call.Name, string(args), err)
	_, err = xnl.ReadJSCall([]byte("SysBuiltIn.read_file({ path: process.env.HOME })"))
	fmt.Println(err)
	// Output:
	// SysBuiltIn.read_file {"path":"a.txt","startLine":1} <nil>
	// JS_NOT_LITERAL at 1:30: only literals can be read; expected a value
}

func ExampleReadRecords() {
	r, err := xnl.RecordFromJSON([]byte(`{"role":"user","content":"hi"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	log, err := xnl.AppendRecord(nil, r)
	if err != nil {
		fmt.Println(err)
		return
	}
	whole := len(log)
	log = append(log, "<assistant {\n  content = \"cut of"...)
	got, err := xnl.ReadRecords(log)
	fmt.Println(len(got.Records), got.Tail == whole, err)
	// Output:
	// 1 true <nil>
}
