import { type ExportJob, type ExportRequest, getExport, startExport } from '../contract.ts';
import { FairleadError } from '../core/FairleadError.ts';
import { type CallOptions, originOf, send, sleep, type Transport } from '../core/send.ts';

export interface RunExportOptions extends CallOptions {
  /** Hears of every look at the job. */
  readonly onProgress?: (job: ExportJob) => void;
  /** Milliseconds between looks; the first ones come sooner. */
  readonly pollInterval?: number;
}

/** An export that has completed. */
export interface FinishedExport {
  readonly jobId: string;
  readonly rowCount: number;
  /** Signed; works without a credential. */
  readonly downloadUrl: string;
  /** The CSV as it arrives, for `fs.writeFile(path, await done.stream())` or a response of your own. */
  stream(): Promise<ReadableStream<Uint8Array>>;
  text(): Promise<string>;
}

const FIRST_LOOK_MS = 200;

export async function runExport(
  transport: Transport,
  projectId: string,
  filters: ExportRequest,
  { onProgress, pollInterval = 2_000, ...options }: RunExportOptions,
): Promise<FinishedExport> {
  const started = await send(
    transport,
    startExport,
    { params: { projectId }, body: filters },
    options,
  );
  const params = { projectId, jobId: started.data.data.jobId };
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(wait * 2, pollInterval)) {
    await sleep(Math.min(wait, pollInterval), options.signal);
    const { data: job } = (await send(transport, getExport, { params }, options)).data;
    onProgress?.(job);
    if (job.status === 'failed') throw failed(job);
    if (job.status === 'completed' && job.downloadUrl !== undefined) {
      return finished(transport, job.jobId, job.rowCount ?? 0, job.downloadUrl);
    }
  }
}

function failed({ error, jobId }: ExportJob): FairleadError {
  const message = error ?? `Export ${jobId} failed`;
  return new FairleadError({ status: 200, code: 'EXPORT_FAILED', message });
}

function finished(
  { baseUrl, fetch: perform = fetch }: Transport,
  jobId: string,
  rowCount: number,
  downloadUrl: string,
): FinishedExport {
  async function download(): Promise<Response> {
    // Where the server is reached by another name than its public one, so is the file.
    const { pathname, search } = new URL(downloadUrl);
    const response = await perform(new URL(pathname + search, originOf(baseUrl)).href, {});
    if (response.ok) return response;
    const message = `The file of export ${jobId} cannot be read: HTTP ${response.status}`;
    throw new FairleadError({ status: response.status, code: `HTTP_${response.status}`, message });
  }
  return {
    jobId,
    rowCount,
    downloadUrl,
    stream: async () => (await download()).body ?? new ReadableStream(),
    text: async () => (await download()).text(),
  };
}
