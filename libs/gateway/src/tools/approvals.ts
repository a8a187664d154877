/**
 * Calls of tools that wait for the caller's approval. The database keeps what the model and the tools said until then,
 * encrypted with a token that only the caller has, and gives it out once.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { ApiProblem } from '../apiProblem';
import type { ChatMessage } from '../models/model';
import type { ToolCall } from '../models/toolCalls';
import { sha256 } from '../sha256';

/** A call of a tool that the caller has to decide on. */
export interface WaitingCall {
  id: string;
  name: string;
  /** The address of its server. */
  server: string;
  /** JSON, as the model wrote it. */
  arguments: string;
  /** SHA-256 of `arguments`, in hex. */
  arguments_hash: string;
}

/** Ends a response whose tools need the caller's approval. */
export interface ApprovalRequest {
  token: string;
  /** ISO-8601 UTC. */
  expires_at: string;
  calls: WaitingCall[];
}

/** A member of a request: continues the response that ended with the token. */
export const toolApprovalSchema = v.strictObject({
  token: v.pipe(
    v.string('must be text'),
    v.regex(/^ta_[\w-]{43}$/, 'must be a token of tool_approval_required'),
  ),
  calls: v.pipe(
    v.array(
      v.strictObject({
        id: v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'), v.maxLength(200)),
        arguments_hash: v.pipe(
          v.string('must be text'),
          v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
        ),
        approved: v.boolean('must be true or false'),
      }),
      'must be a list',
    ),
    v.minLength(1, 'must not be empty'),
    v.maxLength(8, 'must have up to 8 calls'),
  ),
});
export type ToolApproval = v.InferOutput<typeof toolApprovalSchema>;

/** A response so far: messages that follow the caller's, and the calls that the model asked for last. */
export interface WaitingState {
  messages: ChatMessage[];
  text: string;
  calls: ToolCall[];
  /**
   * The tools to approve, by the id of their call. Stored, because the configuration can change before the approval.
   */
  targets: Record<string, { url: string; name: string }>;
}

export interface ApprovalStore {
  keepToolCalls(kept: {
    token_hash: string;
    subject: string;
    binding: string;
    state: string;
  }): Promise<string>;
  takeToolCalls(taken: {
    token_hash: string;
    subject: string;
    binding: string;
  }): Promise<{ outcome: 'taken'; state: string } | { outcome: 'used' | 'other' | 'unknown' }>;
}

export interface Approvals {
  keep(state: WaitingState, calls: WaitingCall[]): Promise<ApprovalRequest>;
  /** @throws `ApiProblem` 400, 409 */
  take(approval: ToolApproval): Promise<WaitingState>;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Characters; the database has the same limit. */
const LONGEST = 400_000;

const keyOf = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'slipway tool approval', 32));

function seal(state: WaitingState, token: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(state), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64');
}

function open(sealed: string, token: string): WaitingState {
  const bytes = Buffer.from(sealed, 'base64');
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(end));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, end)), decipher.final()]);
  // Trusted: a gateway wrote it, and the authentication tag proves that it is unchanged.
  return JSON.parse(text.toString('utf8')) as WaitingState;
}

export const hashOf = (text: string): string => sha256(text);

/** `subject` is the caller; `request` is what the caller sent, without the approval. */
export function createApprovals(store: ApprovalStore, subject: string, request: unknown): Approvals {
  const sent = JSON.stringify(request);
  const bindingOf = (calls: readonly { id: string; arguments_hash: string }[]) =>
    sha256([sent, ...calls.map(({ id, arguments_hash }) => `${id} ${arguments_hash}`).toSorted()].join('\n'));
  return {
    async keep(state, calls) {
      const token = `ta_${randomBytes(32).toString('base64url')}`;
      const sealed = seal(state, token);
      if (sealed.length > LONGEST) throw new ApiProblem(502, 'The tools returned too much. Ask for less');
      const expires_at = await store.keepToolCalls({
        ...{ token_hash: sha256(token), subject, binding: bindingOf(calls), state: sealed },
      });
      return { token, expires_at: new Date(expires_at).toISOString(), calls };
    },
    async take({ token, calls }) {
      const taken = await store.takeToolCalls({
        token_hash: sha256(token),
        subject,
        binding: bindingOf(calls),
      });
      switch (taken.outcome) {
        case 'taken':
          return open(taken.state, token);
        case 'used':
          throw new ApiProblem(
            409,
            'This approval was used, and its tools may have run. Send the request without it',
            {
              at: 'tool_approval.token',
            },
          );
        case 'other':
          throw new ApiProblem(
            400,
            'tool_approval does not match: repeat the same request, and name each waiting call with its id and arguments_hash',
            { at: 'tool_approval' },
          );
        case 'unknown':
          throw new ApiProblem(
            400,
            'tool_approval.token is unknown or older than 15 minutes. Send the request without it',
            {
              at: 'tool_approval.token',
            },
          );
      }
    },
  };
}
