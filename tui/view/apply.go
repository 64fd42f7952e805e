package view

import (
	"time"

	"eidolon/actors/event"
	"eidolon/internal/leaf/lang"
)

// turn is what the model knows of the turn that events come from.
type turn struct {
	n       int
	began   time.Time
	running bool
	answers map[int]*entry    // by their number in the turn
	calls   map[string]*entry // by their key
	spent   Spent

	round   int
	thought *entry                  // of the round
	kept    int                     // bytes of what it thought that came in kept events
	script  script                  // the round's text as it is kept
	told    map[event.Envelope]bool // live lines that are there
	doing   lang.Text               // what came last: an answer, a thought
	retry   *entry                  // of the request that is sent again, until something comes of it
}

func newTurn(n int) turn {
	return turn{n: n, answers: map[int]*entry{}, calls: map[string]*entry{}}
}

// apply notes one event.
func (m *Model) apply(e event.Envelope) {
	m.begin(e)
	switch ev := e.Event.(type) {
	case event.Meta:
		m.status.Session, m.status.Workspace, m.status.Model = ev.ID, ev.Workspace, ev.Model
	case event.Message:
		m.onMessage(e, ev)
	case event.TextDelta:
		m.onText(e, ev)
	case event.ReasoningDelta:
		m.onThought(e, ev)
	case event.Reasoning:
		m.onKeptThought(e, ev)
	case event.CallOpened:
		m.onOpened(e, ev)
	case event.CallInput:
		m.onInput(ev)
	case event.ToolUse:
		m.onUse(e, ev)
	case event.Decision:
		m.change(ev.Call, func(c *call) { c.decide(&ev) })
	case event.CallStarted:
		m.change(ev.Call, func(c *call) { c.start(e.Time) })
	case event.CallProgress:
		m.change(ev.Call, func(c *call) { c.print(ev.Text) })
	case event.Asked:
		m.onAsked(ev)
	case event.Answered:
		m.settle(ev.Call)
	case event.ToolResult:
		m.onResult(e, ev)
	case event.Usage:
		m.onUsage(ev)
	case event.Todos:
		m.boards = append(m.boards, board{e.Seq, ev})
	case event.Title:
		m.status.Title = oneLine(ev.Title)
	case event.Posture:
		m.onPosture(e, ev)
	case event.Agent:
		m.onAgent(e, ev)
	case event.Error:
		m.failRetry(e, ev.Message)
		m.say(e, ErrorItem, m.look.T("error: ")+ev.Message)
	case event.Interrupted:
		m.endRetry(e.Time, retryGivenUp)
		m.say(e, NoticeItem, m.look.T("interrupted"))
	case event.TurnEnd:
		m.onTurnEnd(e, ev)
	case event.Compaction:
		m.say(e, NoticeItem, m.look.T("the conversation up to here was summed up for the model"))
	case event.Checkpoint, event.Unknown:
	case event.Rewind:
		m.rewind(e)
		m.onRewind(e, ev)
	case event.Retry:
		m.onRetry(e, ev)
	case event.Notice:
		m.onNotice(e, ev)
	case event.Lost:
		m.onLost(e, ev)
	}
}

// begin takes note of the turn and the round that an event is of.
func (m *Model) begin(e event.Envelope) {
	if e.Turn > m.turn.n {
		m.endTurn()
		m.turn = newTurn(e.Turn)
	}
	if e.Turn == m.turn.n && e.Round > m.turn.round {
		m.endTexts()
		m.turn.doing = ""
		m.turn.round, m.turn.thought, m.turn.kept = e.Round, nil, 0
		m.turn.script = script{item: m.turn.script.item}
		m.endRetry(e.Time, retryAnswered)
	}
}

func (m *Model) onMessage(e event.Envelope, msg event.Message) {
	switch msg.Role {
	case event.RoleUser:
		m.turn.began, m.turn.running = e.Time, true
		if !msg.Hidden {
			m.add(e, &prompt{text: msg.Text})
		}
	case event.RoleAssistant:
		m.said(e, msg.Text[min(m.turn.script.read, len(msg.Text)):], true)
		m.endTexts()
	case event.RoleSystem, event.RoleToolResults:
	}
}

// say adds an item of one line.
func (m *Model) say(e event.Envelope, kind Kind, text string) {
	m.add(e, &line{kind: kind, text: text})
}

// sayOnce adds what a live event tells. It may come again with its batch.
func (m *Model) sayOnce(e event.Envelope, kind Kind, text string) {
	if !m.wasTold(e) {
		m.say(e, kind, text)
	}
}

// wasTold says whether a live event came before, and takes note of it.
func (m *Model) wasTold(e event.Envelope) bool {
	if m.turn.told == nil {
		m.turn.told = map[event.Envelope]bool{}
	}
	was := m.turn.told[e]
	m.turn.told[e] = true
	return was
}

// onNotice shows a notice. One may say that another model answers for the rest of the turn.
func (m *Model) onNotice(e event.Envelope, n event.Notice) {
	if m.wasTold(e) {
		return
	}
	if n.Model != "" {
		m.status.StandIn = oneLine(n.Model)
		m.failRetry(e, n.Message)
	}
	m.say(e, NoticeItem, n.Message)
}

func (m *Model) onPosture(e event.Envelope, p event.Posture) {
	m.status.Posture = oneLine(p.Mode)
	m.say(e, NoticeItem, m.look.F("permission mode: %s", p.Mode))
}

func (m *Model) onAgent(e event.Envelope, a event.Agent) {
	m.status.Agent = oneLine(a.Name)
	text := m.look.F("agent: %s", a.Name)
	if a.Name == "" {
		text = m.look.T("no agent any more")
	}
	m.say(e, NoticeItem, text)
}

func (m *Model) onRewind(e event.Envelope, r event.Rewind) {
	text := m.look.T("the conversation goes on from here; what came after was taken back")
	if r.Files != "" {
		text = m.look.T("the conversation goes on from here; what came after was taken back, and the files were put back to how they were")
	}
	m.say(e, NoticeItem, text)
}

func (m *Model) onLost(e event.Envelope, l event.Lost) {
	m.lost = oneLine(l.Message)
	m.sayOnce(e, ErrorItem, m.look.T("error: ")+l.Message)
	m.endTurn()
}

func (m *Model) onTurnEnd(e event.Envelope, end event.TurnEnd) {
	m.status.Ended++
	m.endTurn()
	b := &turnLine{reason: end.Reason, spent: m.turn.spent}
	if !m.turn.began.IsZero() {
		b.took = e.Time.Sub(m.turn.began)
	}
	if b.spent.Requests > 0 || endWords(end.Reason) != "" { // else there is nothing to tell
		m.add(e, b)
	}
}

// endTurn ends everything that is open.
func (m *Model) endTurn() {
	m.endTexts()
	for _, en := range m.turn.calls {
		if c := en.body.(*call); c.result == nil && c.state != callEnded {
			c.state = callEnded
			m.touch(en)
		}
	}
	m.asked = nil
	m.turn.running = false
	m.status.StandIn = ""
	m.endRetry(time.Time{}, retryGivenUp)
}
