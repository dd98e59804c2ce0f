{{- define "facet.name" -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name) | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "facet.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "facet.labels" -}}
{{ include "facet.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "facet.secretName" -}}
{{ .Values.existingSecret | default (include "facet.name" .) }}
{{- end }}

{{- define "facet.image" -}}
{{- $repository := required "Set image.repository: where you have pushed the image (docs/operating.md)." .Values.image.repository }}
{{- with .Values.image }}
{{- if .digest }}{{ $repository }}@{{ .digest }}{{ else }}{{ $repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- /* A whole number without an exponent: a large one is a float here, and would be written as 5e+07. */}}
{{- define "facet.text" -}}
{{- if kindIs "float64" . }}{{ ternary (int64 .) . (eq (floor .) .) | toString }}{{ else }}{{ toString . }}{{ end }}
{{- end }}

{{- /* By default the chart's own ingress is the one proxy to believe; without it, anybody in the cluster could lie. */}}
{{- define "facet.trustProxy" -}}
{{- ternary (or .Values.ingress.enabled .Values.gateway.enabled) .Values.trustProxy (eq (toString .Values.trustProxy) "auto") | ternary "1" "0" }}
{{- end }}

{{- /* A Service without endpoints. */}}
{{- define "facet.noEndpoints" -}}
{{ include "facet.name" . }}-no-endpoints
{{- end }}
