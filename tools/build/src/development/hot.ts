/** Takes the newer builds of this app into the running page. Part of each bundle: a hot update is a bundle's own affair. */
import './quiet';
import '@rspack/core/hot/dev-server';
import { emitter } from '@rspack/core/hot/emitter';

window.slipwayDevelopment.onBuild(SLIPWAY_APP, (hash) => {
  emitter.emit('webpackHotUpdate', hash);
});
