package session

// What a session itself tells the model. It is in the log as it was told, and a replay knows by these
// words what had happened.
const (
	// NotObject is the result of a native call whose arguments cannot be read.
	NotObject = "The arguments of the call are not one JSON object, so it was not run."
	// ProgramEnded is the result of a call that was open when the program ended.
	ProgramEnded = "The program ended while the call was open. It may have run in part; look before you try again."
	// NeverAnswered is that of a call about which the user had not said anything by then.
	NeverAnswered = "The program ended before the user said whether the call may run, so it was not run."
	// CommandPrefix begins what the log has as the user's words of a command that they typed.
	CommandPrefix = "@!"
	// CommandRan begins what the model is told of such a command.
	CommandRan = "The user ran a command in the workspace; you did not call it, and it needs no answer of its own."
	// CutAtLimit begins the line about an answer that reached the service's output limit.
	CutAtLimit = "Your last message was cut at the output limit."
	// TakesOver begins what the fallback is told when it answers in the place of another model, and
	// AnswersAgain what a model is told that answers after another one.
	TakesOver    = "Another model takes over here. These instructions hold from now on."
	AnswersAgain = "Another model answers from here on. These instructions hold from now on."
	// ConnectionLost begins the line about an answer that broke off and that the model shall go on with.
	ConnectionLost = "The connection was lost in the middle of your last message."
)

// EndedWithProgram says whether the message of a failed result means that the program ended while the
// call was open.
func EndedWithProgram(message string) bool {
	return message == ProgramEnded || message == NeverAnswered
}
