package tools

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"eidolon/actors/tool"
)

const (
	maxTodos    = 200
	maxTodoText = 2000 // bytes of a content or activeForm
)

type todoInput struct {
	Items []tool.Todo `json:"items"`
}

// todoStats is what the model gets back.
type todoStats struct {
	Total      int `json:"total"`
	Pending    int `json:"pending"`
	InProgress int `json:"in_progress"`
	Completed  int `json:"completed"`
}

func (k *kit) todoWrite() tool.Handler {
	return handler[todoInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "todo_write",
			Summary: "Replace the task list. Use it for work of two or more steps; at most one task in_progress.",
			Params: []tool.Param{{
				Name: "items", Type: tool.Array, Required: true,
				Items: &tool.Param{Type: tool.Object, Fields: []tool.Param{
					{Name: "id", Type: tool.String},
					{Name: "content", Type: tool.String, Required: true},
					{Name: "activeForm", Type: tool.String},
					{Name: "status", Type: tool.String, Required: true, Enum: []string{"pending", "in_progress", "completed"}},
				}},
			}},
			// The list is the session's own: nothing changes that anyone would be asked about. It takes
			// effect all the same, and so waits for the model to commit to it.
			ReadOnly: true,
		},
		classify: func(todoInput) (tool.Class, error) { return tool.Class{ReadOnly: true}, nil },
		run: func(ctx context.Context, _ call, in todoInput) tool.Result {
			todos, stats, err := checkTodos(in.Items)
			if err != nil {
				return failure(ctx, err, kindInvalid)
			}
			r := tool.OK(stats, "")
			r.Effects.SetTodos = todos
			return r
		},
	}
}

// checkTodos brings a list into its final form: texts trimmed, every id there and unique.
func checkTodos(items []tool.Todo) ([]tool.Todo, todoStats, error) {
	if len(items) > maxTodos {
		return nil, todoStats{}, invalid("items", "%d tasks are too many; the limit is %d", len(items), maxTodos)
	}
	todos := make([]tool.Todo, len(items))
	stats := todoStats{Total: len(items)}
	places := map[string]int{}
	active := -1
	for i, item := range items {
		t := tool.Todo{
			ID: strings.TrimSpace(item.ID), Content: strings.TrimSpace(item.Content),
			ActiveForm: strings.TrimSpace(item.ActiveForm), Status: item.Status,
		}
		if t.ID == "" {
			t.ID = strconv.Itoa(i + 1)
		}
		at := fmt.Sprintf("items[%d]", i)
		switch other, taken := places[t.ID]; {
		case taken:
			return nil, stats, invalid(at+".id", "%s.id is %q, as is items[%d].id; ids must differ "+
				"(a task without one gets its place in the list)", at, t.ID, other)
		case t.Content == "":
			return nil, stats, invalid(at+".content", "%s.content is empty", at)
		case len(t.Content) > maxTodoText, len(t.ActiveForm) > maxTodoText:
			return nil, stats, invalid(at, "%s is too long; a task has at most %d bytes", at, maxTodoText)
		}
		places[t.ID] = i
		switch t.Status {
		case "pending":
			stats.Pending++
		case "completed":
			stats.Completed++
		case "in_progress":
			if active >= 0 {
				return nil, stats, invalid(at+".status", "items[%d] and items[%d] are both in_progress; one at most may be", active, i)
			}
			active = i
			stats.InProgress++
		default:
			return nil, stats, invalid(at+".status", "%s.status must be pending, in_progress or completed", at)
		}
		todos[i] = t
	}
	return todos, stats, nil
}
