"""A page of Gradio with most of its components."""

import sys

import gradio as gr

with gr.Blocks(title="Gradio") as demo:
    gr.Markdown("# Pictures")
    with gr.Row():
        name = gr.Textbox(label="Name")
        size = gr.Slider(0, 10, label="Size")
        kind = gr.Dropdown(["one", "two"], label="Kind")
    with gr.Tabs():
        with gr.Tab("First"):
            gr.Checkbox(label="Sharp")
            gr.Radio(["a", "b"], label="Mode")
            gr.CheckboxGroup(["x", "y"], label="Parts")
        with gr.Tab("Second"):
            gr.Number(label="Count")
    with gr.Accordion("More", open=False):
        gr.Textbox(label="Hidden")
    gr.Image(label="Picture")
    gr.Button("Run", variant="primary").click(lambda a: a, name, name)
    gr.Button("Clear")

demo.launch(server_name="127.0.0.1", server_port=int(sys.argv[1]), quiet=True)
