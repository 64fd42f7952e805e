package config

import "slices"

// Delegable says whether the model of a profile may work as a subagent. A name in the list stands for what
// Select makes of it and for no more: a profile is not all the models that its service has, and a model is
// not all the services that have one of that name.
func (c *Config) Delegable(p Profile) bool {
	return len(c.Subagents.AllowedModels) == 0 || slices.ContainsFunc(c.Subagents.AllowedModels, func(name string) bool {
		if same := p.sameModel; slices.ContainsFunc(c.Models.Profiles, func(q Profile) bool { return q.Model == name && same(q) }) {
			return true // the model of several profiles, which Select does not choose from
		}
		q, err := c.Select(name)
		return err == nil && p.sameModel(q)
	})
}

// sameModel says that two profiles have the same model from the same place.
func (p *Profile) sameModel(q Profile) bool {
	return p.Name == q.Name && p.Model == q.Model && p.BaseURL == q.BaseURL
}
