package telemetry

// Names of the semantic conventions for generative AI, as of version 1.41.0. They are still in development
// and were left out of later versions of the library, so they are our own constants.
const (
	operationName     = "gen_ai.operation.name"
	providerName      = "gen_ai.provider.name"
	requestModel      = "gen_ai.request.model"
	responseModel     = "gen_ai.response.model"
	finishReasons     = "gen_ai.response.finish_reasons"
	timeToFirstChunk  = "gen_ai.response.time_to_first_chunk" // seconds
	conversationID    = "gen_ai.conversation.id"
	agentName         = "gen_ai.agent.name"
	toolName          = "gen_ai.tool.name"
	toolCallID        = "gen_ai.tool.call.id"
	toolType          = "gen_ai.tool.type"
	inputTokens       = "gen_ai.usage.input_tokens"
	outputTokens      = "gen_ai.usage.output_tokens"
	cacheReadTokens   = "gen_ai.usage.cache_read.input_tokens"
	cacheWriteTokens  = "gen_ai.usage.cache_creation.input_tokens"
	reasoningTokens   = "gen_ai.usage.reasoning.output_tokens"
	tokenType         = "gen_ai.token.type"
	inputMessages     = "gen_ai.input.messages" // content, opt-in, as are those below
	outputMessages    = "gen_ai.output.messages"
	toolCallArguments = "gen_ai.tool.call.arguments"
	toolCallResult    = "gen_ai.tool.call.result"

	errorType     = "error.type"
	serverAddress = "server.address"
	serverPort    = "server.port"

	operationDuration = "gen_ai.client.operation.duration" // a histogram, seconds
	tokenUsage        = "gen_ai.client.token.usage"        // a histogram, tokens
)

// The operations that are told of.
const (
	invokeAgent = "invoke_agent"
	chat        = "chat"
	executeTool = "execute_tool"
)

// The conventions also say where the buckets of the histograms lie.
func durationBuckets() []float64 {
	return []float64{0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92}
}

func tokenBuckets() []float64 {
	return []float64{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864}
}
