/**
 * Module Federation's plugin. Its module for types takes 0.24 s of processor time to load, more than the rest of the
 * plugin. It is loaded on demand, because no build here uses it (`dts: false`).
 */
import { createRequire, Module } from 'node:module';
import type * as enhanced from '@module-federation/enhanced/rspack';

const require = createRequire(import.meta.url);
const plugin = '@module-federation/enhanced/rspack';

/**
 * Loads a module of CommonJS when something reads one of its exports, instead of when it is required. `known` are exports
 * that need no load.
 */
export function loadOnUse(file: string, known: object = {}): void {
  if (require.cache[file]) return;
  let exports: object | undefined;
  const load = () => {
    if (exports) return exports;
    Reflect.deleteProperty(require.cache, file);
    return (exports = require(file) as object);
  };
  const get = (target: object, name: string | symbol) =>
    Reflect.get(name in target ? target : load(), name) as unknown;
  require.cache[file] = Object.assign(new Module(file), { exports: new Proxy(known, { get }), loaded: true });
}

const requireOfPlugin = createRequire(require.resolve(plugin));
loadOnUse(requireOfPlugin.resolve('@module-federation/dts-plugin'));
// The manifest calls it before it reads the option `dts`, which decides.
loadOnUse(requireOfPlugin.resolve('@module-federation/dts-plugin/core'), { isTSProject: () => false });

export const { ModuleFederationPlugin } = require(plugin) as typeof enhanced;
