package config

// vendors is in the order in which keys in the environment decide when nothing is configured: four that
// come first, then the others by name. Services on this computer and those with a login follow; no key
// decides for them.
var vendors = vendorList{
	{
		Name: "anthropic", APIKind: "anthropic", BaseURL: "https://api.anthropic.com", Model: "claude-sonnet-5-5",
		KeyEnvs: []string{"ANTHROPIC_API_KEY"}, hosts: []string{"anthropic.com"}, looks: []string{"claude-"},
	},
	{
		// What calls itself compatible with it speaks Chat Completions; the newest models of its own want Responses.
		Name: "openai", APIKind: "responses", elsewhere: "openai", BaseURL: "https://api.openai.com/v1", Model: "gpt-6.1-terra",
		KeyEnvs: []string{"OPENAI_API_KEY"}, hosts: []string{"openai.com"}, looks: []string{"gpt-", "chatgpt-", "o"},
	},
	{
		Name: "gemini", APIKind: "gemini", BaseURL: "https://generativelanguage.googleapis.com/v1beta",
		compatURL: "https://generativelanguage.googleapis.com/v1beta/openai", Model: "gemini-3.8-flash", KeyEnvs: []string{"GEMINI_API_KEY"}, hosts: []string{"generativelanguage.googleapis.com"}, looks: []string{"gemini-"},
	},
	{
		Name: "openrouter", APIKind: "openai", BaseURL: "https://openrouter.ai/api/v1",
		Model: "anthropic/claude-sonnet-5.5", KeyEnvs: []string{"OPENROUTER_API_KEY"}, hosts: []string{"openrouter.ai"},
	},
	{
		Name: "azure", APIKind: "openai", KeyHeader: "api-key", KeyEnvs: []string{"AZURE_OPENAI_API_KEY", "AZURE_API_KEY"},
		Model: "gpt-6.1-terra", hosts: []string{"openai.azure.com", "services.ai.azure.com", "cognitiveservices.azure.com"},
	},
	{
		Name: "cerebras", APIKind: "openai", BaseURL: "https://api.cerebras.ai/v1", Model: "gpt-oss-120b",
		KeyEnvs: []string{"CEREBRAS_API_KEY"}, hosts: []string{"cerebras.ai"},
	},
	{
		Name: "deepseek", APIKind: "openai", BaseURL: "https://api.deepseek.com/v1", Model: "deepseek-v4-pro",
		KeyEnvs: []string{"DEEPSEEK_API_KEY"}, hosts: []string{"deepseek.com"}, looks: []string{"deepseek-"}, thinks: true,
	},
	{
		Name: "fireworks", APIKind: "openai", BaseURL: "https://api.fireworks.ai/inference/v1",
		Model: "accounts/fireworks/models/kimi-k3", KeyEnvs: []string{"FIREWORKS_API_KEY"}, hosts: []string{"fireworks.ai"},
	},
	{
		Name: "groq", APIKind: "openai", BaseURL: "https://api.groq.com/openai/v1", Model: "openai/gpt-oss-120b",
		KeyEnvs: []string{"GROQ_API_KEY"}, hosts: []string{"groq.com"},
	},
	{
		Name: "mimo", APIKind: "openai", BaseURL: "https://api.xiaomimimo.com/v1", Model: "mimo-v2.6-flash",
		KeyEnvs: []string{"MIMO_API_KEY"}, hosts: []string{"xiaomimimo.com"}, looks: []string{"mimo-"}, thinks: true,
	},
	{
		Name: "mistral", APIKind: "openai", BaseURL: "https://api.mistral.ai/v1", Model: "devstral-latest",
		KeyEnvs: []string{"MISTRAL_API_KEY"}, hosts: []string{"mistral.ai"},
		looks: []string{"mistral-", "devstral-", "codestral-", "magistral-", "ministral-"},
	},
	{
		Name: "moonshot", APIKind: "openai", BaseURL: "https://api.moonshot.ai/v1", Model: "kimi-k3",
		KeyEnvs: []string{"MOONSHOT_API_KEY"}, hosts: []string{"moonshot.ai", "moonshot.cn"}, also: []string{"kimi"}, looks: []string{"kimi-", "moonshot-"}, thinks: true,
	},
	{
		Name: "siliconflow", APIKind: "openai", BaseURL: "https://api.siliconflow.cn/v1",
		Model: "deepseek-ai/DeepSeek-V3", KeyEnvs: []string{"SILICONFLOW_API_KEY", "SILICONFLOW_TOKEN"}, hosts: []string{"siliconflow.cn", "siliconflow.com"},
	},
	{
		Name: "together", APIKind: "openai", BaseURL: "https://api.together.ai/v1", Model: "zai-org/GLM-5.3",
		KeyEnvs: []string{"TOGETHER_API_KEY"}, hosts: []string{"together.ai", "together.xyz"},
	},
	{
		Name: "xai", APIKind: "openai", BaseURL: "https://api.x.ai/v1", Model: "grok-4.7",
		KeyEnvs: []string{"XAI_API_KEY"}, hosts: []string{"x.ai"}, also: []string{"grok"}, looks: []string{"grok-"},
	},

	{Name: "ollama", APIKind: "openai", BaseURL: "http://127.0.0.1:11434/v1", Local: true},
	{Name: "llama.cpp", APIKind: "openai", BaseURL: "http://127.0.0.1:8080/v1", Local: true, also: []string{"llamacpp"}},
	{Name: "lmstudio", APIKind: "openai", BaseURL: "http://127.0.0.1:1234/v1", Local: true},
	{Name: "vllm", APIKind: "openai", BaseURL: "http://127.0.0.1:8000/v1", Local: true},

	{Name: "claude-cli", APIKind: "anthropic", BaseURL: "https://api.anthropic.com", Model: "claude-sonnet-5-5", Login: "claude-cli", also: []string{"claude_cli"}},
	{
		Name: "codex", APIKind: "responses", BaseURL: "https://chatgpt.com/backend-api/codex", Model: "gpt-6.1-terra", Login: "codex",
		hosts: []string{"chatgpt.com"}, also: []string{"openai-codex", "openai_codex"}, looks: []string{"*codex"}, unlisted: true,
	},
	{
		Name: "gemini-cli", APIKind: "gemini", BaseURL: "https://cloudcode-pa.googleapis.com/v1internal", Model: "gemini-3.8-flash",
		Login: "gemini-cli", hosts: []string{"cloudcode-pa.googleapis.com"}, also: []string{"google-gemini-cli", "gemini_cli"}, unlisted: true,
	},
}

// probed are the services on this computer that are looked for when nothing is configured and no key is
// there. Others have ports on which any program may listen.
var probed = []string{"ollama", "llama.cpp", "lmstudio"}
