import '../fonts.css'
import '../app.css'
import './lobby.css'
import { mount } from 'svelte'
import { settings } from '../game/settings.svelte'
import Lobby from './Lobby.svelte'

settings.showScheme()
mount(Lobby, { target: document.getElementById('app')! })
