package guard

import "maps"

// table is a map that is copied when it is written after a fork, so that subshells and branches cost
// nothing until they change something. The zero value is empty and ready to use.
type table[V any] struct {
	content *map[string]V
	shared  bool
}

// all gives the content for reading.
func (t *table[V]) all() map[string]V {
	if t.content == nil {
		return nil
	}
	return *t.content
}

func (t *table[V]) get(key string) (V, bool) {
	v, ok := t.all()[key]
	return v, ok
}

func (t *table[V]) set(e *eval, key string, v V) {
	t.own(e)
	(*t.content)[key] = v
}

func (t *table[V]) del(e *eval, key string) {
	if _, ok := t.get(key); ok {
		t.own(e)
		delete(*t.content, key)
	}
}

// own makes the map private to this table. Copying counts as steps: it is the one operation whose
// cost depends on what came before.
func (t *table[V]) own(e *eval) {
	if t.content != nil && !t.shared {
		return
	}
	m := make(map[string]V, len(t.all())+1)
	maps.Copy(m, t.all())
	e.steps += len(m) / 4
	t.content, t.shared = &m, false
}

// fork gives a table with the same content; both copy before they write.
func (t *table[V]) fork() table[V] {
	t.shared = true
	return *t
}

// same tells whether both tables have not changed since one was forked off the other.
func (t *table[V]) same(o *table[V]) bool { return t.content == o.content }
