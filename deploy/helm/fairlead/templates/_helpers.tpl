{{- define "fairlead.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "fairlead.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "fairlead.labels" -}}
{{ include "fairlead.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "fairlead.secret" -}}
{{ .Values.existingSecret | default (include "fairlead.name" .) }}
{{- end }}

{{- define "fairlead.hasDatabase" -}}
{{- if or .Values.database.url .Values.database.existingSecret }}yes{{ end }}
{{- end }}

{{- define "fairlead.publicHost" -}}
{{ (urlParse .Values.publicUrl).host | splitList ":" | first }}
{{- end }}
{{- /* Of the pods that answer link domains: their own with roles, else the only one. */ -}}
{{- define "fairlead.linkService" -}}
{{ include "fairlead.name" . }}{{ if .Values.roles }}-links{{ end }}
{{- end }}
{{- /* Groups of pods by the end of their name: one with all roles, or one for each role. */ -}}
{{- define "fairlead.groups" -}}
{{- if .Values.roles }}
{{- toYaml .Values.roles }}
{{- else }}
{{- dict "all" (dict "replicas" .Values.replicas) | toYaml }}
{{- end }}
{{- end }}
{{- /* Of a pair of the chart and a group: what selects the group's pods. */ -}}
{{- define "fairlead.groupSelector" -}}
{{ include "fairlead.selector" .chart }}
{{- if ne .group "all" }}
app.kubernetes.io/component: {{ .group }}
{{- end }}
{{- end }}
