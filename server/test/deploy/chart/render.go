// Renders a chart with files of values, as `helm template` does: by Go's templates and sprig, of which Helm is made.
// Not everything of Helm is here; what a template uses and this lacks fails.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string) map[string]interface{} {
	into := map[string]interface{}{}
	bytes, err := os.ReadFile(path)
	check(err)
	check(yaml.Unmarshal(bytes, &into))
	return into
}

func merge(base, over map[string]interface{}) map[string]interface{} {
	for key, value := range over {
		inner, both := value.(map[string]interface{})
		known, also := base[key].(map[string]interface{})
		if both && also {
			base[key] = merge(known, inner)
		} else {
			base[key] = value
		}
	}
	return base
}

func main() {
	chart := os.Args[1]
	values := read(filepath.Join(chart, "values.yaml"))
	for _, file := range os.Args[2:] {
		values = merge(values, read(file))
	}
	meta := read(filepath.Join(chart, "Chart.yaml"))
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		out, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(out), "\n"), err
	}
	functions["fromYaml"] = func(text string) (map[string]interface{}, error) {
		into := map[string]interface{}{}
		return into, yaml.Unmarshal([]byte(text), &into)
	}
	functions["fail"] = func(message string) (string, error) { return "", errors.New(message) }
	functions["lookup"] = func(...string) map[string]interface{} { return map[string]interface{}{} }
	all.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, file := range files {
		bytes, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(bytes))
		check(err)
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": meta["name"], "Version": meta["version"], "AppVersion": meta["appVersion"]},
		"Release": map[string]interface{}{"Name": "fairlead", "Namespace": "default", "Service": "Helm"},
	}
	for _, file := range files {
		name := filepath.Base(file)
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		var out bytes.Buffer
		check(all.ExecuteTemplate(&out, name, data))
		fmt.Printf("---\n%s\n", out.String())
	}
}
