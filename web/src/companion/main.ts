import '../fonts.css'
import '../app.css'
import { mount } from 'svelte'
import Companion from './Companion.svelte'

mount(Companion, { target: document.getElementById('app')! })

// Kept for use without network; a browser that has no service workers (or no secure connection) does without.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('./companion-sw.js', { scope: './companion.html' })
