import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../server/test/support/outside/findProgram.ts';
import { onceInRun } from '../../../server/test/support/run/onceInRun.ts';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '../../..');
const ANDROID = join(ROOT, 'sdk/android');
/** Compiled as well, to see that it holds; the driver shares its invitation and taps its paste button. */
const SAMPLE = join(ROOT, 'examples/android');
/** Of npm's `kotlin-compiler`. */
const LIB = join(ROOT, 'node_modules/kotlin-compiler/lib');
const COROUTINES = join(LIB, 'kotlinx-coroutines-core-jvm.jar');
const CACHE = join(ROOT, 'node_modules/.cache/fairlead-kotlin');

const java = findProgram('java', 'JAVA');
const javac = findProgram('javac', 'JAVAC');

export interface CompiledKotlin {
  readonly java: string;
  readonly classpath: string;
}

let compiled: Promise<CompiledKotlin> | undefined;

/**
 * The core by itself, the Android layer against it and the stubs, then what plays phones: each sees of the others
 * what Gradle's modules would show it. What was compiled is kept until a source changes.
 */
export function compileKotlin(): Promise<CompiledKotlin> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<CompiledKotlin> {
  if (java === undefined || javac === undefined) {
    throw new Error(
      'The Kotlin SDK needs a JDK: install openjdk-17-jdk-headless, or set JAVA and JAVAC',
    );
  }
  const hash = createHash('sha256').update(readFileSync(join(LIB, '../package.json')));
  for (const file of [
    ...filesOf(ANDROID, 'kt'),
    ...filesOf(ANDROID, 'java'),
    ...filesOf(SAMPLE, 'kt'),
  ]) {
    hash.update(file).update(readFileSync(file));
  }
  const folder = join(CACHE, hash.digest('hex').slice(0, 16));
  await onceInRun('kotlin', async () => {
    if (existsSync(folder)) return;
    const made = `${folder}.${process.pid}`;
    rmSync(CACHE, { recursive: true, force: true });
    await compileInto(made, { java, javac });
    renameSync(made, folder);
  });
  const parts = ['core', 'android', 'driver', 'stubs'].map((each) => join(folder, each));
  return {
    java,
    classpath: [...parts, join(LIB, 'kotlin-stdlib.jar'), COROUTINES].join(delimiter),
  };
}

async function compileInto(
  folder: string,
  { java, javac }: { readonly java: string; readonly javac: string },
): Promise<void> {
  const into = (part: string) => join(folder, part);
  const kotlin = async (
    part: string,
    before: readonly string[],
    options: readonly string[],
    more: readonly string[] = [],
  ) => {
    await run(java, [
      '-Xmx700m',
      // It ends before the better of its compilers would pay off.
      '-XX:TieredStopAtLevel=1',
      '-cp',
      join(LIB, 'kotlin-compiler.jar'),
      'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler',
      '-no-stdlib',
      '-no-reflect',
      '-Werror',
      '-jvm-target',
      '1.8',
      '-module-name',
      `fairlead-${part}`,
      '-d',
      into(part),
      ...options,
      '-cp',
      [join(LIB, 'kotlin-stdlib.jar'), COROUTINES, ...before.map(into)].join(delimiter),
      ...filesOf(join(ANDROID, part), 'kt'),
      ...more,
    ]);
  };
  mkdirSync(into('stubs'), { recursive: true });
  await run(javac, ['-nowarn', '-d', into('stubs'), ...filesOf(join(ANDROID, 'stubs'), 'java')]);
  await kotlin('core', [], ['-Xexplicit-api=strict']);
  await kotlin('android', ['stubs', 'core'], ['-Xexplicit-api=strict']);
  await kotlin(
    'driver',
    ['stubs', 'core', 'android'],
    [`-Xfriend-paths=${into('core')}`],
    filesOf(SAMPLE, 'kt'),
  );
  cpSync(join(ANDROID, 'driver/META-INF'), join(into('driver'), 'META-INF'), { recursive: true });
}

function filesOf(folder: string, extension: string): string[] {
  return globSync(`**/*.${extension}`, { cwd: folder })
    .map((file) => join(folder, file))
    .toSorted();
}
