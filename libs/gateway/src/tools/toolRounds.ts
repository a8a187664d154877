/**
 * A completion in rounds: the model asks for tools of its agent, the gateway runs them, and the model continues, until it
 * replies, requests a tool of the caller, or requests a tool that needs the caller's approval. Nothing of a round runs
 * before all its calls may. One file: every round needs the messages and the tokens of those before.
 */
import { randomUUID } from 'node:crypto';
import { ApiProblem } from '../apiProblem';
import type { ChatMessage, Instructions, Model, ModelPart } from '../models/model';
import { addToolCallParts, outputText, partsOf, type ToolCall } from '../models/toolCalls';
import { type CallTokens, tokensOf } from '../tokens';
import type { OfferedTool, OfferedTools } from './agentTools';
import {
  type ApprovalRequest,
  type Approvals,
  hashOf,
  type ToolApproval,
  type WaitingCall,
  type WaitingState,
} from './approvals';
import { createToolRunner, type ToolRun, type ToolRunner, type ToolRunnerOptions } from './toolRunner';

/** Times that the model may ask for tools; then it must reply. */
const MAX_ROUNDS = 5;
/** Calls in one round. */
const MAX_CALLS = 8;
/** Characters of all results in one completion: about 16,000 tokens. */
const MAX_RESULTS = 64_000;

export interface CallWithTools {
  offered: OfferedTools;
  /** Names of the caller's own tools. Their calls go to the caller. */
  callerTools: readonly string[];
  approvals: Approvals;
  approval: ToolApproval | undefined;
}

export type RoundPart =
  | Exclude<ModelPart, { tokens: unknown }>
  /** Begins a round: the model that it asks first, whichever responded in the round before. */
  | { model: string }
  /** The total so far. */
  | { tokens: CallTokens }
  | { toolRun: ToolRun }
  | { approval: ApprovalRequest };

const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parametersOf(call: ToolCall): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(call.function.arguments || '{}');
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Some models repeat an id or leave it empty: approving one call would then approve the other. */
function makeIdsUnique(calls: readonly ToolCall[]): void {
  const ids = new Set<string>();
  for (const call of calls) {
    if (call.id === '' || ids.has(call.id)) call.id = `call_${randomUUID()}`;
    ids.add(call.id);
  }
}

/** The instructions of a round, with the tools of the caller and of the agent. */
function instructionsOfRound(
  { sampling = {}, ...instructions }: Instructions,
  definitions: OfferedTools['definitions'],
  toolChoice: 'none' | 'auto' | undefined,
): Instructions {
  const tools = [...(sampling.tools ?? []), ...definitions];
  return { ...instructions, sampling: { ...sampling, tools, ...(toolChoice ? { toolChoice } : {}) } };
}

/** The calls that need the caller's approval: those of tools that do more than read. `targets` are their tools, by call. */
async function callsToApprove(
  calls: readonly ToolCall[],
  byName: OfferedTools['byName'],
  runner: ToolRunner,
): Promise<{ waiting: WaitingCall[]; targets: WaitingState['targets'] }> {
  const waiting: WaitingCall[] = [];
  const targets: WaitingState['targets'] = {};
  for (const call of calls) {
    const { id } = call;
    const { name, arguments: text } = call.function;
    const tool = byName.get(name);
    if (!tool || !parametersOf(call) || (await runner.isReadOnly(tool))) continue;
    targets[id] = { url: tool.server.url, name: tool.name };
    waiting.push({ id, name, server: tool.server.url, arguments: text, arguments_hash: hashOf(text) });
  }
  return { waiting, targets };
}

/** The result of one round. */
interface Round {
  text: string;
  calls: ToolCall[];
  finishReason: string;
  used: CallTokens;
}

/** One request to the model. Yields its text, with `separator` before the first of it, and returns the whole round. */
async function* askModel(
  model: Model,
  instructions: Instructions,
  messages: readonly ChatMessage[],
  separator: string,
  signal: AbortSignal,
): AsyncGenerator<RoundPart, Round, void> {
  const calls: ToolCall[] = [];
  let text = '';
  let counted: CallTokens | undefined;
  let finishReason = 'stop';
  for await (const part of model.complete(instructions, messages, signal)) {
    if ('tokens' in part) counted = { ...part.tokens, isEstimate: false };
    else if ('finishReason' in part) finishReason = part.finishReason;
    else if ('toolCalls' in part) addToolCallParts(calls, part.toolCalls);
    else if ('failover' in part) yield part;
    else {
      if (text === '' && separator !== '') yield { text: separator };
      text += part.text;
      yield part;
    }
  }
  const estimated = () =>
    tokensOf(undefined, {
      ...{ prompt: instructions.prompt, messages },
      completion: outputText(text, calls),
    });
  return { text, calls, finishReason, used: counted ?? estimated() };
}

interface CallRunnerOptions {
  runner: ToolRunner;
  byName: OfferedTools['byName'];
  approval: ToolApproval | undefined;
  signal: AbortSignal;
}

/** Runs the calls of a completion. All their results together have `MAX_RESULTS` characters. */
function createCallRunner({ runner, byName, approval, signal }: CallRunnerOptions) {
  let characters = 0;

  const resultOf = async (call: ToolCall, tool: OfferedTool | undefined): Promise<string> => {
    if (!tool) return `There is no tool called ${call.function.name}`;
    const parameters = parametersOf(call);
    if (!parameters) return 'The arguments are not a JSON object';
    const result = await runner.run(tool, parameters);
    const rest = Math.max(0, MAX_RESULTS - characters);
    characters += result.length;
    return result.length > rest ? `${result.slice(0, rest)}\n[Omitted: the results are too long]` : result;
  };

  /** Why a call of a continued response does not run; undefined when it may. */
  const rejectionOf = async (
    id: string,
    tool: OfferedTool | undefined,
    { targets }: WaitingState,
  ): Promise<string | undefined> => {
    const decision = approval?.calls.find((one) => one.id === id);
    if (decision?.approved === false) return 'The caller rejected this call: do not repeat it';
    const target = targets[id];
    const isSame = decision
      ? tool?.server.url === target?.url && tool?.name === target?.name
      : !tool || (await runner.isReadOnly(tool));
    return isSame ? undefined : 'Not run: the tool has changed in the meantime';
  };

  /** Runs the calls in turn, and returns the messages with their results. */
  return async function* runAll(
    calls: readonly ToolCall[],
    waiting?: WaitingState,
  ): AsyncGenerator<RoundPart, ChatMessage[], void> {
    const messages: ChatMessage[] = [];
    for (const [index, call] of calls.entries()) {
      signal.throwIfAborted();
      const { id } = call;
      const { name, arguments: text } = call.function;
      const tool = byName.get(name);
      const run = { id, name, server: tool ? new URL(tool.server.url).host : '', arguments: text };
      const rejection = waiting && (await rejectionOf(id, tool, waiting));
      let content: string;
      if (rejection !== undefined) {
        content = rejection;
        yield { toolRun: { ...run, state: 'rejected' } };
      } else if (index >= MAX_CALLS) {
        content = `Not run: up to ${String(MAX_CALLS)} calls at a time`;
      } else {
        yield { toolRun: { ...run, state: 'running' } };
        content = await resultOf(call, tool);
        yield { toolRun: { ...run, state: 'done' } };
      }
      messages.push({ role: 'tool', content, toolCallId: id });
    }
    return messages;
  };
}

/** A tool that the caller requires is required once; in the last round the model must reply. */
function toolChoiceOf(round: number, isContinued: boolean): 'none' | 'auto' | undefined {
  if (round >= MAX_ROUNDS) return 'none';
  return round > 0 || isContinued ? 'auto' : undefined;
}

export async function* completeWithTools(
  { model, runner: runnerOptions }: { model: Model; runner: ToolRunnerOptions },
  instructions: Instructions,
  asked: readonly ChatMessage[],
  { offered, callerTools, approvals, approval }: CallWithTools,
  signal: AbortSignal,
): AsyncGenerator<RoundPart, void, void> {
  const { byName, definitions } = offered;
  const runner = createToolRunner(runnerOptions, signal);
  const runAll = createCallRunner({ runner, byName, approval, signal });
  const added: ChatMessage[] = [];
  const total: CallTokens = { input: 0, output: 0, isEstimate: false };
  let hasText = false;

  try {
    if (approval) {
      const waiting = await approvals.take(approval);
      const { messages, text, calls } = waiting;
      added.push(...messages, { role: 'assistant', content: text, toolCalls: calls });
      added.push(...(yield* runAll(calls, waiting)));
    }
    for (let round = 0; ; round += 1) {
      const ofRound = instructionsOfRound(
        instructions,
        definitions,
        toolChoiceOf(round, approval !== undefined),
      );
      const separator = hasText ? '\n\n' : '';
      const messages = [...asked, ...added];
      yield { model: model.name };
      const reply: Round = yield* askModel(model, ofRound, messages, separator, signal);
      const { text, calls, finishReason, used } = reply;
      hasText ||= text !== '';
      total.input += used.input;
      total.output += used.output;
      total.isEstimate ||= used.isEstimate;
      yield { tokens: { ...total } };

      if (calls.length === 0) {
        yield { finishReason };
        return;
      }
      makeIdsUnique(calls);
      const callers = calls.filter(({ function: { name } }) => callerTools.includes(name));
      if (callers.length > 0) {
        // The model can ask for the agent's tools again when it has the caller's results.
        yield { toolCalls: partsOf(callers) };
        yield { finishReason: 'tool_calls' };
        return;
      }
      if (round >= MAX_ROUNDS)
        throw new ApiProblem(
          502,
          `The model asked for tools more than ${String(MAX_ROUNDS)} times. Try again`,
        );

      const { waiting, targets } = await callsToApprove(calls.slice(0, MAX_CALLS), byName, runner);
      if (waiting.length > 0) {
        yield { approval: await approvals.keep({ messages: added, text, calls, targets }, waiting) };
        return;
      }
      added.push({ role: 'assistant', content: text, toolCalls: calls });
      added.push(...(yield* runAll(calls)));
    }
  } finally {
    await runner.close();
  }
}
