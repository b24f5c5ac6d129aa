import './fonts.css'
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { settings } from './game/settings.svelte'

settings.showScheme()
mount(App, { target: document.getElementById('app')! })
