package tui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/config"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
	"eidolon/internal/policy"
)

// tour is the frames of a walk through the pages of a chat, for a golden file.
type tour struct {
	*desk
	out strings.Builder
}

// changing is what is another each time: ids, and how long something took.
var changing = regexp.MustCompile(`\b[0-9a-f]{8}\b|[0-9.]+ 毫?秒|\b\d+s\b|[↑↓]\d+(\.\d+)?k?|\b\d+%`)

// page waits for a text and keeps the frame that has it.
func (d *tour) page(name string, texts ...string) {
	d.t.Helper()
	f := d.until(strings.Join(texts, " and "), func(f frame) bool {
		all := f.String()
		for _, text := range texts {
			if !strings.Contains(all, text) {
				return false
			}
		}
		return !strings.Contains(all, "正在打开") && !strings.Contains(all, "加载中") && !strings.Contains(all, "正在停止")
	})
	d.whole(name, f)
	fmt.Fprintf(&d.out, "== %s\n", name)
	for _, row := range f.rows {
		row = strings.ReplaceAll(row, "▐", " ") // an estimate, which is another when the frames come in other pieces
		fmt.Fprintln(&d.out, strings.TrimRight(changing.ReplaceAllString(row, "#"), " "))
	}
}

// whole checks that no row is wider than the screen, and that the frames round things are whole: characters of
// two cells push nothing out of its place.
func (d *tour) whole(name string, f frame) {
	d.t.Helper()
	for y, row := range f.rows {
		cells := width.Of(row)
		first, _, _ := width.Next(row)
		framed := strings.Contains("│╭╰", first) && first != "" && f.w >= 60
		if cells > f.w || framed && (cells != f.w || !strings.Contains("│╮╯", row[strings.LastIndexAny(row, "│╮╯"):])) {
			d.t.Errorf("%s: row %d has %d cells of %d: %q", name, y, cells, f.w, row)
		}
	}
}

// compare holds the frames against the golden file.
func (d *tour) compare(name string) {
	d.t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(d.out.String()), 0o644); err != nil {
			d.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), d.out.String()); diff != "" {
		d.t.Error(diff)
	}
}

const written = `
answers:
  - parts:
      - text: "我来修改。\n\n"
      - call: {name: SysBuiltIn.write_file, input: {path: notes.txt, content: "牛奶\n"}}
  - parts:
      - text: "都完成了。\n"
`

// Every page of the chat is in Chinese, and stands as it should on a large, a narrow and a small screen.
//
// Covers: R56
func TestThePagesAreInChinese(t *testing.T) {
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for _, size := range [][2]int{{200, 50}, {60, 15}, {40, 10}} {
		name := fmt.Sprintf("zh-%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &tour{desk: open(t, written, setting{
				w: size[0], h: size[1], lang: lang.Chinese, mode: policy.Ask, clock: func() time.Time { return noon },
				files: map[string]string{"列表.txt": "一\n"},
			})}
			d.pass(noon.Sub(d.began)) // as the runtime's clock
			d.id()                    // the session is open
			d.page("start", "输入问题")
			d.write("/")
			d.page("palette", "new")
			d.press("ctrl+u", "f1")
			d.page("help", "─ 帮助 ")
			d.press("esc")
			d.gone("─ 帮助 ")
			d.say("请修改")
			d.page("approval", "─ 批准 ")
			d.pass(deaf)
			d.press("tab")
			d.page("note", "说明 ❯")
			d.press("esc", "y")
			d.see("都完成了。", "输出 38")
			d.gone("回答中")
			d.page("history", "都完成了。", "输出 38", "输入问题")
			for _, p := range []struct{ command, title string }{
				{"/model", "─ 模型 "},
				{"/agent", "─ 智能体 "},
				{"/effort", "─ 思考 "},
				{"/yolo", "─ 全部允许 "},
				{"/theme", "─ 配色 "},
				{"/rename", "─ 重命名会话 "},
				{"/clear", "─ 清空对话 "},
			} {
				d.gone("Esc 停止")
				d.say(p.command)
				d.page(p.command, p.title)
				d.press("esc")
				d.gone(p.title)
			}
			d.say("/status")
			d.whole("/status", d.see("─ 状态 ", "会话 ")) // with names that are others each time
			d.press("esc", "ctrl+f")
			files := []string{"─ 文件 ", "列表.txt"}
			if size[0] >= 60 { // else there is no room for the content
				files = append(files, "牛奶")
			}
			d.page("files", files...)
			d.press("esc", "ctrl+x", "s")
			d.page("sessions", "已打开")
			d.press("esc", "ctrl+x", "/")
			d.see("─ 搜索 ")
			d.write("完成")
			d.page("search", "1 / 1")
			d.press("esc")
			d.gone("─ 搜索 ")
			d.say("/rewind")
			d.page("turns", "─ 回退 ", "1  请修改")
			d.press("enter")
			d.whole("rewind", d.see("对话和文件", "撤回")) // while the session is closed, as its state says
			d.compare(name)
		})
	}
}

// Covers: R56
func TestWaitingPromptsAreInChinese(t *testing.T) {
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for _, size := range [][2]int{{200, 50}, {60, 15}, {40, 10}} {
		name := fmt.Sprintf("zh-queue-%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &tour{desk: open(t, gated, setting{
				w: size[0], h: size[1], lang: lang.Chinese, clock: func() time.Time { return noon },
			})}
			d.pass(noon.Sub(d.began)) // as the runtime's clock
			d.gate()
			d.say("开始")
			d.see("⎿ first")
			d.say("再运行一次检查，并告诉我结果如何")
			d.gone("回答中") // the answer is over, and its call runs
			d.page("waiting", "队列 ")
			d.press("esc")
			d.page("cancelled", "─ 有提示词在等待 ")
			d.press("esc")
			d.compare(name)
		})
	}
}

// Covers: R56
func TestWhatToDoWithoutAModelIsInChinese(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{lang: lang.Chinese, profile: &config.Profile{}, problem: config.ErrNoModel})
	d.see("没有可用的模型", "OPENAI_API_KEY", "eidolon demo", "输入问题")
	other := open(t, hello, setting{lang: lang.Chinese, problem: &config.MissingKeyError{Profile: "p", Host: "h", Variable: "KEY", File: "f"}})
	other.see("需要 h 的密钥", "KEY=...")
}
