/**
 * Preloads the files of the release that this visitor gets, where a slice of the page has a canary: the document cannot
 * know the visitor. A classic script that the document loads in its head, so it is text, and repeats `canaries.ts` without
 * modules. `data-preload` of its element lists the keys of the page in `preload`; without it, the script does nothing.
 * Failures are ignored: the shell loads what was not preloaded.
 */
import { failedKey, visitorKey } from './storageKeys';

const source = `(()=>{
const keys=document.currentScript?.dataset.preload?.split(' ');
if(!keys)return;
try{
const {slices}=JSON.parse(document.getElementById('slipway-composition').textContent);
const failed=sessionStorage.getItem('${failedKey}')??'';
let visitor=localStorage.getItem('${visitorKey}');
if(!visitor)localStorage.setItem('${visitorKey}',visitor=crypto.randomUUID());
const preload=(release)=>{
if(failed.includes(release.version))return;
for(const file of new Set(keys.flatMap((key)=>release.preload[key]??[]))){
const link=document.createElement('link');
link.rel='preload';
link.crossOrigin='anonymous';
if(file.endsWith('.json'))link.as='fetch';
else{link.as='script';link.integrity=release.files[file]}
link.href=release.base+file;
document.head.append(link)
}};
for(const [id,slice] of Object.entries(slices)){
const canary=slice.canary;
if(canary)crypto.subtle.digest('SHA-256',new TextEncoder().encode([visitor,id,slice.version,canary.release.version].join(' '))).then((hash)=>preload(new DataView(hash).getUint32(0)/2**32*100<canary.percent?canary.release:slice)).catch(()=>{})
}}catch{}
})()`;

export const preloadScript = source.replaceAll('\n', '');
