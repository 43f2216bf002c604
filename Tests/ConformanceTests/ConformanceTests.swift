// Published cases of other projects.
