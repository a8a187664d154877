/**
 * The auth service of `@supabase/lite`, which it creates for each request: the parts that fixes replace, and the
 * middleware that applies them. The library exports neither the class nor its errors.
 */
import type { Kysely } from 'kysely';
import type { ServerOptions } from '@supabase/lite';
import { learnAuthError } from './authError';

export type Middleware = NonNullable<ServerOptions['middlewares']>[number];
export type Context = Parameters<Middleware>[0];

/** A row of `auth.users`. */
export interface User {
  id: string;
  email: string | null;
  aud: string | null;
  role: string | null;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  confirmed_at: string | null;
  confirmation_sent_at: string | null;
  email_change: string | null;
  reauthentication_sent_at: string | null;
  raw_app_meta_data: unknown;
  raw_user_meta_data: unknown;
  banned_until: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
}

/** The `user` of a response. */
export type UserResponse = Record<string, unknown> & { id: string };

export interface SessionResponse {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  user: UserResponse;
  /** Not part of the response. */
  session_id: string;
}

interface RefreshToken {
  token: string;
  user_id: string;
  session_id: string;
  parent?: string | null;
}

/** Reads and writes the auth schema. Within a transaction the library creates another one. */
export interface Repository {
  db: Kysely<unknown>;
  transaction<T>(work: (repo: Repository) => Promise<T>): Promise<T>;
  findUserByEmail(email: string): Promise<User | null>;
  findUserById(id: string): Promise<User | null>;
  findUserByToken(column: string, token: string): Promise<User | null>;
  createUser(user: Partial<User>): Promise<User>;
  updateUser(id: string, changes: object): Promise<User | null>;
  findIdentitiesByUserId(id: string): Promise<object[]>;
  createSession(session: { id: string; user_id: string }): Promise<object>;
  deleteUserSessions(userId: string, except?: string): Promise<void>;
  deleteRefreshTokensForUser(userId: string, except?: string): Promise<void>;
  findRefreshToken(token: string): Promise<RefreshToken | null>;
  createRefreshToken(token: RefreshToken): Promise<object>;
  revokeSessionRefreshTokens(sessionId: string): Promise<void>;
  parseUserJson(user: User): User;
}

type SendMail = (to: string, hash: string, code: string, meta: MailMeta) => Promise<void>;

export interface MailMeta {
  userId?: string;
  redirectTo?: string;
  currentEmail?: string;
  newEmail?: string;
}

export interface Mailer {
  sendConfirmation: SendMail;
  sendRecovery: SendMail;
  sendMagicLink: SendMail;
  sendEmailChange: SendMail;
  sendReauthentication(to: string, code: string, meta: MailMeta): Promise<void>;
}

export interface OtpParams {
  email?: string;
  token?: string;
  token_hash?: string;
  type: string;
}

export interface UserChanges {
  data?: Record<string, unknown>;
  password?: string;
  email?: string;
}

interface SessionOptions {
  authenticationMethod?: string;
}

export interface AuthService {
  repo: Repository;
  config: { site_url?: string };
  mailer: Mailer;
  signUp(email?: unknown, password?: unknown, data?: unknown): Promise<{ user: UserResponse }>;
  signInWithPassword(email?: unknown, password?: unknown): Promise<SessionResponse>;
  signInWithOtp(email?: unknown, options?: { shouldCreateUser?: boolean }): Promise<void>;
  requestMagicLink(email?: unknown): Promise<void>;
  refreshSession(token?: unknown): Promise<SessionResponse>;
  verifyOtp(params: OtpParams): Promise<SessionResponse>;
  completeVerifyOtp(user: User, column: string, type: string): Promise<SessionResponse>;
  recover(email?: unknown): Promise<void>;
  resend(type?: unknown, email?: unknown): Promise<void>;
  reauthenticate(userId: string): Promise<void>;
  getUser(userId: string): Promise<UserResponse>;
  updateUser(userId: string, changes: UserChanges): Promise<UserResponse>;
  createSessionForUser(
    user: User,
    identities: object[],
    shape?: string,
    options?: SessionOptions,
  ): Promise<SessionResponse>;
  createRefreshResponse(user: User, sessionId: string, token: string, at: string): Promise<SessionResponse>;
  assertPasswordStrong(password: string): void;
  mapUserToResponse(user: User, identities: object[], shape: string): UserResponse;
}

/** The request that the service serves. */
export interface AuthRequest {
  /** The JSON body; empty for an invalid one, which the library rejects. */
  body(): Promise<Record<string, unknown>>;
  /** Known after authentication. */
  sessionId(): string | undefined;
}

/** Replaces methods of a service. */
export type AuthFix = (auth: AuthService, request: AuthRequest) => void;

const bodyOf = async (context: Context): Promise<Record<string, unknown>> => {
  try {
    const body: unknown = JSON.parse(await context.req.text());
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** Applies the fixes in order: a later one calls the methods of the earlier ones. */
export const authFixes =
  (fixes: readonly AuthFix[]): Middleware =>
  async (context, next) => {
    const auth = context.get('authService') as unknown as AuthService;
    await learnAuthError(auth);
    const request: AuthRequest = {
      body: () => bodyOf(context),
      sessionId: () => context.get('sessionId'),
    };
    for (const fix of fixes) fix(auth, request);
    await next();
  };

/** Applies `patch` to the repository and to those of its transactions. */
export function patchRepository(repo: Repository, patch: (repo: Repository) => void): void {
  patch(repo);
  const transaction = repo.transaction.bind(repo);
  repo.transaction = (work) =>
    transaction((inner) => {
      patchRepository(inner, patch);
      return work(inner);
    });
}

/** Runs `work` in a transaction that the whole service uses. */
export async function inTransaction<T>(auth: AuthService, work: () => Promise<T>): Promise<T> {
  return auth.repo.transaction(async (inner) => {
    const outer = auth.repo;
    auth.repo = inner;
    try {
      return await work();
    } finally {
      auth.repo = outer;
    }
  });
}
