/** Applies newer builds of this app to the running page. Part of each bundle, because hot updates work per bundle. */
import './quiet';
import '@rspack/core/hot/dev-server';
import { emitter } from '@rspack/core/hot/emitter';

window.slipwayDevelopment.onBuild(SLIPWAY_APP, (hash) => {
  emitter.emit('webpackHotUpdate', hash);
});
