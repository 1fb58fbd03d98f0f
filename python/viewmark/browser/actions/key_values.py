"""Names of keys that a US keyboard has no place for: media, phone, television, input methods.

They are the named key values of UI Events (https://www.w3.org/TR/uievents-key/) beyond those of the
table in `keyboard`. They have no `code`; where Windows has a virtual key code for one, it has that.
"""

from __future__ import annotations

__all__ = ["KEY_VALUES"]

_CODES = {
    "AltGraph": 225, "Clear": 12, "Cancel": 3, "Select": 41, "Print": 42, "Execute": 43,
    "KanjiMode": 25, "HanjaMode": 25, "JunjaMode": 23, "FinalMode": 24, "HangulMode": 21,
    "Accept": 30, "ModeChange": 31, "Standby": 95, "LaunchMediaPlayer": 181,
    "LaunchApplication1": 182, "LaunchApplication2": 183, "Process": 229, "Attn": 246,
    "CrSel": 247, "ExSel": 248, "EraseEof": 249, "Play": 250, "ZoomToggle": 251,
}  # fmt: skip

_NAMES = """
AltGraph Fn FnLock Hyper Symbol SymbolLock
Clear Copy CrSel Cut EraseEof ExSel Paste Redo Undo
Accept Again Attn Cancel Execute Find Play Props Select ZoomIn ZoomOut
BrightnessDown BrightnessUp Eject LogOff Power PowerOff Hibernate Standby WakeUp
AllCandidates Alphanumeric CodeInput Compose Dead FinalMode GroupFirst GroupLast GroupNext
GroupPrevious ModeChange NextCandidate PreviousCandidate Process SingleCandidate
HangulMode HanjaMode JunjaMode Eisu Hankaku Hiragana HiraganaKatakana KanjiMode Katakana Romaji
Zenkaku ZenkakuHankaku
Soft1 Soft2 Soft3 Soft4
ChannelDown ChannelUp Close MailForward MailReply MailSend MediaClose MediaFastForward MediaPause
MediaPlay MediaRecord MediaRewind New Open Print Save SpellCheck Key11 Key12
AudioBalanceLeft AudioBalanceRight AudioBassBoostDown AudioBassBoostToggle AudioBassBoostUp
AudioFaderFront AudioFaderRear AudioSurroundModeNext AudioTrebleDown AudioTrebleUp
MicrophoneToggle MicrophoneVolumeDown MicrophoneVolumeUp MicrophoneVolumeMute
SpeechCorrectionList SpeechInputToggle
LaunchApplication1 LaunchApplication2 LaunchCalendar LaunchContacts LaunchMediaPlayer
LaunchMusicPlayer LaunchPhone LaunchScreenSaver LaunchSpreadsheet LaunchWebBrowser LaunchWebCam
LaunchWordProcessor
AppSwitch Call Camera CameraFocus EndCall GoBack GoHome HeadsetHook LastNumberRedial Notification
MannerMode VoiceDial
TV TV3DMode TVAntennaCable TVAudioDescription TVAudioDescriptionMixDown TVAudioDescriptionMixUp
TVContentsMenu TVDataService TVInput TVInputComponent1 TVInputComponent2 TVInputComposite1
TVInputComposite2 TVInputHDMI1 TVInputHDMI2 TVInputHDMI3 TVInputHDMI4 TVInputVGA1 TVMediaContext
TVNetwork TVNumberEntry TVPower TVRadioService TVSatellite TVSatelliteBS TVSatelliteCS
TVSatelliteToggle TVTerrestrialAnalog TVTerrestrialDigital TVTimer
AVRInput AVRPower ColorF0Red ColorF1Green ColorF2Yellow ColorF3Blue ColorF4Grey ColorF5Brown
ClosedCaptionToggle Dimmer DisplaySwap DVR Exit FavoriteClear0 FavoriteClear1 FavoriteClear2
FavoriteClear3 FavoriteRecall0 FavoriteRecall1 FavoriteRecall2 FavoriteRecall3 FavoriteStore0
FavoriteStore1 FavoriteStore2 FavoriteStore3 Guide GuideNextDay GuidePreviousDay Info
InstantReplay Link ListProgram LiveContent Lock MediaApps MediaAudioTrack MediaLast
MediaSkipBackward MediaSkipForward MediaStepBackward MediaStepForward MediaTopMenu NavigateIn
NavigateNext NavigateOut NavigatePrevious NextFavoriteChannel NextUserProfile OnDemand Pairing
PinPDown PinPMove PinPToggle PinPUp PlaySpeedDown PlaySpeedReset PlaySpeedUp RandomToggle
RcLowBattery RecordSpeedNext RfBypass ScanChannelsToggle ScreenModeNext Settings
SplitScreenToggle STBInput STBPower Subtitle Teletext VideoModeNext Wink ZoomToggle
"""

KEY_VALUES = {name: _CODES.get(name, 0) for name in _NAMES.split()}
"""Virtual key codes by name; 0 where there is none."""
