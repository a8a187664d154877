/** The query options of everything that the console reads. */
import type {
  Action,
  Change,
  DamagedEntry,
  Health,
  HistoryEntry,
  Moment,
  Overview,
  PackageEnvironment,
  PendingPlan,
  Preview,
  Proposal,
  SettingsChange,
  SliceInfo,
  SourceLines,
} from '@slipway/cli/console';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, post } from './client';

/** Milliseconds: what runs changes rarely, health by the minute. */
const OFTEN = 15_000;
const SELDOM = 60_000;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => get<Overview>('/api/overview', {}, signal),
  refetchInterval: OFTEN,
});

/** `since`: when the running release of the slice began to run. */
export const healthQuery = (environment: string, hours: number, slice?: string, since?: string) =>
  queryOptions({
    queryKey: ['health', environment, hours, slice, since],
    queryFn: ({ signal }) => get<Health>('/api/health', { environment, hours, slice, since }, signal),
    // If only `since` changes, the old figures stay until the new ones arrive.
    placeholderData: (last: Health | undefined, query) =>
      [environment, hours, slice].every((part, at) => query?.queryKey[at + 1] === part) ? last : undefined,
    refetchInterval: OFTEN,
  });

export const sliceQuery = (slice: string) =>
  queryOptions({
    queryKey: ['slice', slice],
    queryFn: ({ signal }) => get<SliceInfo>(`/api/slices/${encodeURIComponent(slice)}`, {}, signal),
    refetchInterval: SELDOM,
  });

/** A release never changes, so neither does its source. */
export const sourceQuery = (environment: string, slice: string, version: string, frame: string) =>
  queryOptions({
    queryKey: ['source', environment, slice, version, frame],
    queryFn: ({ signal }) => get<SourceLines>('/api/explain', { environment, slice, version, frame }, signal),
    staleTime: Infinity,
  });

export const historyQuery = (environment: string, limit: number) =>
  queryOptions({
    queryKey: ['history', environment, limit],
    queryFn: ({ signal }) =>
      get<(HistoryEntry | DamagedEntry)[]>('/api/history', { environment, limit }, signal),
    refetchInterval: SELDOM,
    placeholderData: keepPreviousData,
  });

export const momentQuery = (environment: string, at: string) =>
  queryOptions({
    queryKey: ['moment', environment, at],
    queryFn: ({ signal }) => get<Moment>('/api/moment', { environment, at }, signal),
  });

export interface Differences {
  changes: readonly Change[];
  /** Names of settings that differ. */
  settings: readonly string[];
  /** Their values, for two revisions of one environment. */
  settingsChanges: readonly SettingsChange[];
  /** Which of the two are not verified, by the name in the request, and why. */
  unverified: readonly { name: string; reason: string }[];
}

export const diffQuery = (one: string, other: string) =>
  queryOptions({
    queryKey: ['diff', one, other],
    queryFn: ({ signal }) => get<Differences>('/api/diff', { one, other }, signal),
  });

export const plansQuery = (environment: string) =>
  queryOptions({
    queryKey: ['plans', environment],
    queryFn: ({ signal }) => get<PendingPlan[]>('/api/plans', { environment }, signal),
    refetchInterval: SELDOM,
  });

/** Only for an environment with a canary. */
export const proposalsQuery = (environment: string) =>
  queryOptions({
    queryKey: ['proposals', environment],
    queryFn: ({ signal }) => get<Proposal[]>('/api/proposals', { environment }, signal),
    refetchInterval: SELDOM,
  });

export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: ({ signal }) => get<string[]>('/api/packages', {}, signal),
});

export const packageQuery = (name: string) =>
  queryOptions({
    queryKey: ['package', name],
    queryFn: ({ signal }) => get<PackageEnvironment[]>('/api/package', { name }, signal),
  });

/** The effect of an action now: never from a cache. */
export const previewQuery = (action: Action) =>
  queryOptions({
    queryKey: ['preview', action],
    queryFn: () => post<Preview>('/api/preview', action),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
