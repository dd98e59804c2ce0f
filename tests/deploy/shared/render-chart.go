// Renders a chart as `helm template` does, where no Helm can be had: the template language of Go and the functions of
// sprig, which are what Helm itself is made of, and the few functions that Helm adds. For tests only.
//
//	go run render-chart.go CHART NAME NAMESPACE < values.json
//
// The values on the standard input are laid over those of the chart. The answer is a JSON object: file, text.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type values = map[string]interface{}

type files struct{ dir string }

// Get gives an empty text for a file that is not there, as Helm does.
func (f files) Get(name string) string {
	text, err := os.ReadFile(filepath.Join(f.dir, name))
	if err != nil {
		return ""
	}
	return string(text)
}

func main() {
	if len(os.Args) != 4 {
		fail(errors.New("usage: render-chart CHART NAME NAMESPACE < values.json"))
	}
	rendered, err := render(os.Args[1], os.Args[2], os.Args[3])
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(rendered); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func render(dir, name, namespace string) (map[string]string, error) {
	chart, given := values{}, values{}
	if err := readYaml(filepath.Join(dir, "Chart.yaml"), &chart); err != nil {
		return nil, err
	}
	all := values{}
	if err := readYaml(filepath.Join(dir, "values.yaml"), &all); err != nil {
		return nil, err
	}
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(input, &given); err != nil {
		return nil, err
	}
	overlay(all, given)
	data := values{
		"Values":  all,
		"Chart":   values{"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
		"Release": values{"Name": name, "Namespace": namespace, "Service": "Helm"},
		"Files":   files{dir},
	}
	return renderTemplates(filepath.Join(dir, "templates"), data)
}

func renderTemplates(dir string, data values) (map[string]string, error) {
	root := template.New("chart").Option("missingkey=zero")
	root.Funcs(sprig.TxtFuncMap()).Funcs(template.FuncMap{
		"toYaml": func(value interface{}) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
		"required": func(message string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return nil, errors.New(message)
			}
			return value, nil
		},
		"include": func(name string, value interface{}) (string, error) {
			var out strings.Builder
			err := root.ExecuteTemplate(&out, name, value)
			return out.String(), err
		},
	})
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if _, err := root.New(filepath.Base(path)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var out strings.Builder
		if err := root.ExecuteTemplate(&out, name, data); err != nil {
			return nil, err
		}
		rendered[name] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	return rendered, nil
}

func readYaml(path string, into *values) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(text, into)
}

// overlay changes what is given and keeps the rest; a null takes a default away.
func overlay(base, given values) {
	for key, value := range given {
		below, isMap := base[key].(values)
		above, alsoMap := value.(values)
		switch {
		case isMap && alsoMap:
			overlay(below, above)
		case value == nil:
			delete(base, key)
		default:
			base[key] = value
		}
	}
}
