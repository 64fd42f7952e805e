package app

import (
	"path/filepath"

	"eidolon/internal/providers/wire"
	"eidolon/internal/wirelog"
)

// openDebug writes down all traffic with model services, if that was asked for: in the session's directory,
// or beside the sessions when this one is not kept. It says where.
func (a *App) openDebug() error {
	o := &a.options
	if !o.Debug {
		return nil
	}
	now := o.Clock()
	path := filepath.Join(o.Base, "debug.log")
	if a.Facts.Dir != "" {
		path = filepath.Join(a.Facts.Dir, "debug", now().UTC().Format("20060102T150405.000Z")+".jsonl")
	}
	log, err := wirelog.OpenDebug(path, o.Secrets, now)
	if err != nil {
		return err
	}
	a.onClose(log.Close)
	o.Tap = wire.Taps(o.Tap, log.Tap())
	a.Notices = append(a.Notices, o.Lang.F("debug log: %s", path))
	return nil
}
