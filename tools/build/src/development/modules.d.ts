/** Of modules that come without types, what is used of them; and what the development build defines. */

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

/** The id of the app that a bundle is built from. */
declare const SLIPWAY_APP: string;
