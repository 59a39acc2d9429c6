import { readFile } from 'node:fs/promises';
import { Copy, DockerfileParser, From, type Instruction, JSONInstruction } from 'dockerfile-ast';

/** One instruction of a stage, such as `RUN` with its arguments. */
export type Step = {
  /** Name in capital letters. */
  readonly name: string;
  /** Arguments as words, without flags. */
  readonly words: readonly string[];
  /** Arguments as one string, with continued lines joined. Command of a shell. */
  readonly text: string;
  /** The words if they are written as a JSON list (exec form), otherwise null. */
  readonly list: readonly string[] | null;
  /** Stage or image of `COPY --from`; null for the build context. */
  readonly from: string | null;
};

/** One stage of a Dockerfile. */
export type Stage = {
  readonly name: string;
  /** Name of an earlier stage or of an image. */
  readonly base: string;
  readonly steps: readonly Step[];
};

/** Instructions that {@link readDockerfile} understands. */
const known = new Set([
  ...['RUN', 'COPY', 'ENV', 'WORKDIR', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL'],
  ...['HEALTHCHECK', 'ENTRYPOINT', 'CMD'],
]);

/** Flags that {@link readDockerfile} understands, as `INSTRUCTION --flag`. */
const knownFlags = new Set([
  'COPY --from',
  ...['interval', 'timeout', 'start-period', 'retries'].map((flag) => `HEALTHCHECK --${flag}`),
]);

/** Joins continued lines, and leaves comments between them out. */
function joinLines(text: string): string {
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('#'));
  return lines.join('\n').replaceAll(/\\\n\s*/g, '');
}

/** Returns the JSON list in the text of an instruction, or null. */
function listIn(text: string): string[] | null {
  const start = text.indexOf('[');
  if (start === -1) return null;
  try {
    return JSON.parse(text.slice(start)) as string[];
  } catch {
    return null;
  }
}

function stepOf(instruction: Instruction): Step {
  const name = instruction.getKeyword();
  if (!known.has(name)) throw new Error(`the instruction ${name} is not understood`);
  const flags = instruction instanceof JSONInstruction ? instruction.getFlags() : [];
  for (const flag of flags)
    if (!knownFlags.has(`${name} --${flag.getName()}`))
      throw new Error(`the flag --${flag.getName()} of ${name} is not understood`);
  const words = instruction.getArguments().map((argument) => argument.getValue());
  const text = joinLines(instruction.getRawArgumentsContent() ?? '');
  const from = instruction instanceof Copy ? (instruction.getFromFlag()?.getValue() ?? null) : null;
  return {
    name,
    words: words.filter((word) => !word.startsWith('--')),
    text,
    list: listIn(text),
    from,
  };
}

/**
 * Reads the stages of a Dockerfile.
 *
 * @param path path of the file
 * @throws if it has an instruction or a flag that is not understood here
 */
export async function readDockerfile(path: string): Promise<Stage[]> {
  const stages: { name: string; base: string; steps: Step[] }[] = [];
  for (const instruction of DockerfileParser.parse(
    await readFile(path, 'utf8'),
  ).getInstructions()) {
    if (instruction instanceof From)
      stages.push({
        name: instruction.getBuildStage() ?? String(stages.length),
        base: instruction.getImage() ?? '',
        steps: [],
      });
    else stages.at(-1)?.steps.push(stepOf(instruction));
  }
  return stages;
}
