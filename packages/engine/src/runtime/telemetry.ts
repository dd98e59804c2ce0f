import { isMainThread } from 'node:worker_threads';
import { EngineError } from '@facet/analysis/errors.js';

/** Read by onnxruntime with `getenv`, when the process opens its first session. */
const VARIABLE = 'ORT_DISABLE_TELEMETRY';

// Unless it is told not to, onnxruntime sends telemetry to its maker and leaves files in the home and temporary folders.
// Everything that opens a session imports this file first. A value from outside does not matter: 0 would enable it.
process.env[VARIABLE] = '1';

/**
 * In a worker thread `process.env` is a copy, which native code does not see. An engine may be opened there if the main
 * thread has imported this package before or the program was started with the variable; otherwise it would report.
 */
export function requireNoTelemetry(): void {
  if (!isMainThread && nativeVariable(VARIABLE) !== '1') throw new EngineError('telemetry-enabled');
}

/** A variable of the process itself; only diagnostic reports show them to worker threads. */
function nativeVariable(name: string): string | undefined {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  const { excludeNetwork = false } = report;
  // Otherwise the report looks up the names of open connections.
  report.excludeNetwork = true;
  try {
    const { environmentVariables = {} } = report.getReport() as DiagnosticReport;
    return environmentVariables[name];
  } finally {
    report.excludeNetwork = excludeNetwork;
  }
}

interface DiagnosticReport {
  /** Absent if the process was told to keep them out of its reports. */
  readonly environmentVariables?: Readonly<Record<string, string>>;
}
