//go:build unix

package login

import "syscall"

// apart keeps the signals of our terminal from a program.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
