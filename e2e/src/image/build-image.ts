import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { layersOf } from './bases.ts';
import { copyContext } from './context.ts';
import { readDockerfile, type Stage, type Step } from './dockerfile.ts';
import { type Inside, type Layers, type Mount, runInside } from './root.ts';

const execute = promisify(execFile);

/** Settings of an image, as its last instructions leave them. */
export type ImageSettings = {
  env: Record<string, string>;
  folder: string;
  user: string;
  volumes: readonly string[];
  stopSignal: string;
  healthCheck: readonly string[];
  entrypoint: readonly string[];
  command: readonly string[];
};

/** An image: its file system and its settings. */
export type Image = { readonly layers: Layers; readonly settings: ImageSettings };

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const initial: ImageSettings = {
  env: { PATH: path },
  folder: '/',
  user: '0:0',
  volumes: [],
  stopSignal: 'SIGTERM',
  healthCheck: [],
  entrypoint: [],
  command: [],
};

/** Changes of the settings by an instruction; null for one that changes the file system. */
function settingsAfter(before: ImageSettings, { name, words, list }: Step): ImageSettings | null {
  const all = list ?? [];
  switch (name) {
    case 'ENV':
      return { ...before, env: { ...before.env, ...Object.fromEntries(words.map(pairOf)) } };
    case 'USER':
      return { ...before, user: words[0] ?? '' };
    case 'VOLUME':
      return { ...before, volumes: [...before.volumes, ...all] };
    case 'STOPSIGNAL':
      return { ...before, stopSignal: words[0] ?? '' };
    case 'HEALTHCHECK':
      return { ...before, healthCheck: all };
    case 'ENTRYPOINT':
      return { ...before, entrypoint: all };
    case 'CMD':
      return { ...before, command: all };
    case 'EXPOSE':
      return before;
    default:
      return null;
  }
}

function pairOf(word: string): [string, string] {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
}

/** Copies `$SOURCES`, relative to /mnt, as `COPY` does: the content of a folder, or a file. */
const copyScript = `set -e
for source in "$@"; do
  if [ -d "/mnt/$source" ]; then mkdir -p "$TARGET"; source="$source/."
  elif [ "$INTO" = yes ]; then mkdir -p "$TARGET"
  else mkdir -p "$(dirname "$TARGET")"
  fi
  cp -R --no-dereference --preserve=mode,links,timestamps "/mnt/$source" "$TARGET"
done`;

/** File of the machine that names its name servers. */
const nameServers = '/etc/resolv.conf';

/**
 * Carries out a Dockerfile without a container engine: every stage is a folder above the folders of
 * its base, and every RUN and COPY a process in it. Requires root on Linux.
 *
 * @param root folder of the repository, which is the build context
 * @param file path of the Dockerfile
 * @param folder folder for the stages, which the caller removes
 */
export class ImageBuilder {
  readonly #root: string;
  readonly #file: string;
  readonly #folder: string;
  readonly #built = new Map<string, Promise<Image>>();

  constructor(root: string, file: string, folder: string) {
    this.#root = root;
    this.#file = file;
    this.#folder = folder;
  }

  /** Builds a stage, and those that it needs, once. */
  build(name: string): Promise<Image> {
    const known = this.#built.get(name);
    if (known !== undefined) return known;
    const made = this.#make(name);
    this.#built.set(name, made);
    return made;
  }

  async #make(name: string): Promise<Image> {
    const stage = (await readDockerfile(this.#file)).find((each) => each.name === name);
    if (stage === undefined) {
      const layer = join(this.#folder, name.replaceAll(/\W/g, '-'));
      return { layers: await layersOf(name, this.#root, layer), settings: initial };
    }
    return this.#carryOut(stage, await this.build(stage.base));
  }

  async #carryOut({ name, steps }: Stage, { layers, settings }: Image): Promise<Image> {
    const upper = join(this.#folder, `stage-${name}`);
    await mkdir(upper, { recursive: true });
    let now = settings;
    for (const step of steps) {
      const next = settingsAfter(now, step);
      if (next === null) now = await this.#change(step, now, { layers, upper });
      else now = next;
    }
    return { layers: [upper, ...layers], settings: now };
  }

  /** Carries out an instruction that changes files. Returns the settings after it. */
  async #change(step: Step, now: ImageSettings, root: Inside['root']): Promise<ImageSettings> {
    if (step.name === 'WORKDIR') {
      const folder = resolve(now.folder, step.words[0] ?? '');
      await this.#run({ root, args: ['mkdir', '-p', folder], ...initial });
      return { ...now, folder };
    }
    if (step.name === 'RUN') await this.#run({ root, args: ['sh', '-c', step.text], ...now }, true);
    else await this.#copy(step, now, root);
    return now;
  }

  async #copy({ words, from }: Step, now: ImageSettings, root: Inside['root']): Promise<void> {
    const [sources, target = ''] = [words.slice(0, -1), words.at(-1)];
    const INTO = sources.length > 1 || target.endsWith('/') ? 'yes' : 'no';
    const env = { ...now.env, TARGET: resolve(now.folder, target), INTO };
    const content = from === null ? await this.#context() : (await this.build(from)).layers;
    await this.#run({
      ...initial,
      root,
      env,
      args: ['sh', '-c', copyScript, 'copy', ...sources],
      mounts: [{ at: '/mnt', from: content }],
    });
  }

  /** Returns the folder with the files of the build context. */
  async #context(): Promise<string> {
    const to = join(this.#folder, 'context');
    if (!existsSync(to)) await copyContext(this.#root, to);
    return to;
  }

  async #run(inside: Inside, isOnline = false): Promise<void> {
    const folder = await mkdtemp(join(this.#folder, 'run-'));
    const online = isOnline ? await this.#online() : { mounts: [], env: {} };
    const mounts = [...(inside.mounts ?? []), ...online.mounts];
    const env = { ...inside.env, ...online.env };
    try {
      await runInside({ ...inside, mounts, env }, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** Returns what RUN needs to reach the registries of packages, as the machine does. */
  async #online(): Promise<{ mounts: Mount[]; env: Record<string, string> }> {
    const { cafile, registry } = await readNpmSettings(this.#root);
    const mounts = [{ at: nameServers, from: nameServers }];
    const env = { npm_config_registry: registry };
    if (cafile === null) return { mounts, env };
    return {
      mounts: [...mounts, { at: '/srv', from: resolve(cafile, '..') }],
      env: { ...env, npm_config_cafile: `/srv/${cafile.split('/').at(-1)}` },
    };
  }
}

/**
 * Returns how the npm of this machine reaches its registry. Its global settings are beside its
 * Node, so that the Node of this repository is left out of the search path.
 */
async function readNpmSettings(root: string): Promise<{ cafile: string | null; registry: string }> {
  const path = (process.env['PATH'] ?? '').split(':').filter((each) => !each.startsWith(root));
  const { stdout } = await execute('npm', ['config', 'list', '--json'], {
    cwd: tmpdir(),
    env: { ...process.env, PATH: path.join(':') },
  });
  const { cafile, registry } = JSON.parse(stdout) as { cafile?: unknown; registry: string };
  const extra = process.env['NODE_EXTRA_CA_CERTS'] ?? null;
  return { cafile: typeof cafile === 'string' ? cafile : extra, registry };
}
