package config

import (
	"sync"

	"eidolon/internal/leaf/yamldoc"
)

// vendorMaker makes the profile of a vendor when somebody asks for it: there are many vendors, and most
// runs need none of them.
type vendorMaker struct {
	mu     sync.Mutex // guards all of it, the loader included, which has nothing else to do any more
	loader *loader
	made   map[string]Profile
}

// get gives the profile of a vendor that the loader knows, with the vendor's name.
func (v *vendorMaker) get(name string) Profile {
	v.mu.Lock()
	defer v.mu.Unlock()
	if p, ok := v.made[name]; ok {
		return p
	}
	l := v.loader
	list := &yamldoc.Node{Kind: yamldoc.List, Source: "default", Items: []*yamldoc.Node{namedProfile(name, "default")}}
	l.complete(list.Items[0])
	var profiles []Profile
	if err := list.Decode(&profiles); err != nil || len(profiles) != 1 {
		return Profile{Name: name} // what it inherits is wrong, which was told
	}
	l.finishProfiles(profiles, list)
	v.made[name] = profiles[0]
	return profiles[0]
}

// vendorKeys gives the keys of all vendors that there are keys for.
func (l *loader) vendorKeys() []NamedSecret {
	var all []NamedSecret
	for _, v := range l.vendors {
		for _, name := range v.KeyEnvs {
			if value, from := l.variable(name); from != "" {
				all = append(all, NamedSecret{"key of " + v.Name, NewSecret(value)})
			}
		}
	}
	return all
}
