/** Types for modules without their own, and the constants of a development build. */

declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(global: unknown): void;
  export function register(type: unknown, id: string): void;
  export function createSignatureFunctionForTransform(): (...args: unknown[]) => unknown;
  export function getFamilyByType(type: unknown): unknown;
  export function isLikelyComponentType(type: unknown): boolean;
  export function performReactRefresh(): unknown;
}

declare module '@rspack/core/hot/dev-server';

declare module '@rspack/core/hot/emitter' {
  export const emitter: { emit(event: 'webpackHotUpdate', hash: string): void };
}

declare module '@rspack/core/hot/log' {
  export function setLogLevel(level: 'info' | 'warning' | 'error'): void;
}

declare module '*.css';

/** The id of the app that the bundle belongs to. */
declare const SLIPWAY_APP: string;
